import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import type { Field } from '#contract/resources/field.ts';
import { checkValues, readRecord, sameValue } from '#contract/values.ts';
import { expecting } from '#contract/expectations/expected.ts';

describe('checkValues', () => {
  const fitting = resourceOf('fittings');
  it.each([
    [{ kod: 'A', name: 'B', colour: 'red' }, 'colour', 'one of kod, name'],
    [{ kod: 'A', name: 'B', price: 'dear' }, 'price', 'a number'],
    [{ kod: 'A' }, 'name', 'required'],
    [{ kod: 'A', name: 'B', wymiary: { q: '1' } }, 'wymiary.q', 'x, y, z'],
    [{ kod: 'A', name: 'B', stock_limits: { small: 'few' } }, 'stock_limits.small', 'a number'],
    [{ kod: 'A', name: ['B'] }, 'name', 'text'],
    [{ kod: 'A', name: 'B', images: 'a.png' }, 'images', 'a list of files'],
  ])('names place, value and expectation in %j', (given, place, expected) => {
    const { issues } = checkValues(fitting, given, 'create');
    expect(issues.map((issue) => issue.place)).toEqual([place]);
    expect(issues[0]?.expected).toContain(expected);
  });

  it('refuses a field that cannot be changed after creation', () => {
    const { issues } = checkValues(fitting, { kod: 'A', price: 3 }, 'update');
    expect(issues).toMatchObject([
      { place: 'kod', value: '"A"', expected: expect.stringContaining('after creation') },
    ]);
  });

  it('refuses what the service alone sets', () => {
    const { issues } = checkValues(resourceOf('products'), { isPublished: true }, 'draft');
    expect(issues).toMatchObject([{ place: 'isPublished' }]);
  });

  it('asks for all six fields of a product', () => {
    const { issues } = checkValues(resourceOf('products'), {}, 'create');
    expect(issues.map(({ place }) => place).sort()).toEqual([
      'date',
      'main',
      'materialy',
      'modelPath',
      'name',
      'status',
    ]);
  });

  it('takes a decimal comma and a number alike, and keeps the digits', () => {
    expect(checkValues(fitting, { price: '12,50' }, 'update').values).toEqual({ price: '12.50' });
    expect(checkValues(fitting, { price: 12.5 }, 'update').values).toEqual({ price: '12.5' });
  });
});

describe('sameValue', () => {
  const field = (kind: 'fittings' | 'materials' | 'products', name: string): Field => {
    const found = resourceOf(kind).fields[name];
    if (found === undefined) throw new Error(name);
    return found;
  };
  it.each([
    ['fittings', 'price', '12.50', 12.5, true],
    ['fittings', 'price', '12.50', '12.5', true],
    ['fittings', 'kod', '007', '7', false],
    ['fittings', 'waga', '1.5', 1.5, true],
    ['fittings', 'description', '', undefined, true],
    ['fittings', 'wymiary', { x: 10, y: 20, z: 30 }, { x: '10', y: '20.0', z: '30' }, true],
    ['fittings', 'wymiary', { x: 10, y: 20, z: 30 }, { x: '10', y: '21', z: '30' }, false],
    ['products', 'date', '2026-03-02', '2026-03-02T00:00:00.000Z', true],
    ['products', 'materialy', { a: 1, b: [2] }, { b: [2], a: 1 }, true],
    ['products', 'materialy', { a: 1 }, { a: 1, b: 2 }, false],
  ] as const)('%s.%s: %j and %j', (kind, name, a, b, same) =>
    expect(sameValue(field(kind, name), a, b)).toBe(same),
  );
});

describe('readRecord', () => {
  it('reads a price from CIJENA first, and shows a value of the wrong type as it came', () => {
    const material = resourceOf('materials');
    expect(readRecord(material, { CIJENA: '12,5', price: 3 })).toEqual({ price: '12.5' });
    expect(readRecord(material, { name: { odd: true } })).toEqual({ name: { odd: true } });
  });

  it('survives any record at all', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (record) => {
        for (const resource of resources) readRecord(resource, JSON.parse(JSON.stringify(record)));
      }),
    );
  });
});

describe('the numbers of given values', () => {
  const check = (price: string) => checkValues(resourceOf('fittings'), { price }, 'update');

  it.each([
    ['9,60 zł', '9.60'],
    ['1 234,50', '1234.50'],
    ['1,234.50', '1234.50'],
    ['1.234', '1.234'],
  ])('are understood: %s', (text, price) => {
    expect(check(text)).toEqual({ values: { price }, issues: [] });
  });

  it('are refused with both readings where they can be two', () => {
    const both = expecting('twoNumbers', { first: '1234', second: '1.234' });
    expect(check('1,234')).toEqual({
      values: {},
      issues: [{ place: 'price', value: '"1,234"', ...both }],
    });
    const limits = { stock_limits: { small: '1,234', q: 1 } };
    const placed = checkValues(resourceOf('fittings'), limits, 'draft');
    expect(placed.issues).toMatchObject([
      { place: 'stock_limits.small', value: '"1,234"', ...both },
      { place: 'stock_limits.q', value: '1', expected: expect.stringContaining('small') },
    ]);
  });
});
