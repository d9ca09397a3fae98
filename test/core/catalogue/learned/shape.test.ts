import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '#contract/json.ts';
import { allPlaces } from '#core/catalogue/learned/learnedStore.ts';
import { pathText } from '#core/catalogue/learned/readSchema.ts';
import { Shape } from '#core/catalogue/learned/shape.ts';

const isNamed = (key: string) => ['name', 'grupa', 'main', 'images'].includes(key);

function shapeOf(records: readonly JsonObject[]): Shape {
  const shape = new Shape(isNamed);
  for (const record of records) shape.count(record, 1);
  return shape;
}

/** Every place with values: its path, the records, the values, the types that occur. */
function placesOf(shape: Shape) {
  return allPlaces(shape.root)
    .filter(({ count, path }) => count > 0 && path.length > 0)
    .map(({ path, records, values, types }) => [
      pathText(path),
      records,
      Object.fromEntries(values),
      Object.entries(types).flatMap(([type, count]) => (count > 0 ? [`${type} ${count}`] : [])),
    ]);
}

describe('the counted shape of records', () => {
  it('has each place with its records, values and types', () => {
    const shape = shapeOf([
      { name: 'A', main: { okucia: [{ kod: 'Z', ilosc: 2 }, { kod: 'Z' }] } },
      { name: 'A', main: { okucia: [] }, images: null },
      { name: 7 },
    ]);
    expect(placesOf(shape)).toEqual([
      ['name', 3, { A: 2, 7: 1 }, ['number 1', 'text 2']],
      ['main', 2, {}, ['object 2']],
      ['main.okucia', 2, {}, ['list 2']],
      ['main.okucia[]', 1, {}, ['object 2']],
      ['main.okucia[].kod', 1, { Z: 2 }, ['text 2']],
      ['main.okucia[].ilosc', 1, { 2: 1 }, ['number 1']],
      ['images', 1, {}, ['null 1']],
    ]);
  });

  it('keeps a text and a number of the same digits apart', () => {
    const [place] = [...shapeOf([{ name: '1' }, { name: 1 }]).root.keys.values()];
    expect([...(place?.values ?? [])]).toEqual([
      ['1', 1],
      [1, 1],
    ]);
  });

  it('counts nothing twice when a record is added, changed and taken away', () => {
    const first = { name: 'A', main: { okucia: [{ kod: 'Z' }] } };
    const second = { name: 'A', main: { okucia: [{ kod: 'Y' }, { kod: 'Z' }] }, grupa: 'G' };
    const shape = shapeOf([first]);
    shape.replace(first, second);
    expect(placesOf(shape)).toEqual(placesOf(shapeOf([second])));
    shape.count(second, -1);
    expect(placesOf(shape)).toEqual([]);
  });

  it('makes a map of an object with many keys', () => {
    const entry = (at: number): JsonObject => ({ materialy: { [`M-${at}`]: { ilosc: at % 3 } } });
    const shape = shapeOf(Array.from({ length: 100 }, (_, at) => entry(at)));
    expect(placesOf(shape).map(([path, records]) => [path, records])).toEqual([
      ['materialy', 100],
      ['materialy.*', 100],
      ['materialy.*.ilosc', 100],
    ]);
    const [map] = [...shape.root.keys.values()];
    expect(map?.keyNames.get('M-99')).toBe(1);
  });

  it.each([
    ['a named field', 'grupa', 1_000],
    ['another field', 'inne', 200],
  ])('keeps the frequent values of %s with too many', (_, name, most) => {
    const shape = new Shape(isNamed);
    const place = () => shape.root.keys.get(name);
    for (let at = 0; at < 30; at++) shape.count({ [name]: 'often' }, 1);
    for (let at = 0; at < most - 1; at++) shape.count({ [name]: `once ${at}` }, 1);
    expect(place()).toMatchObject({ isComplete: true, values: { size: most } });
    shape.count({ [name]: 'one more' }, 1);
    shape.count({ [name]: 'often' }, 1);
    expect(place()).toMatchObject({ isComplete: false, examples: { length: 50 } });
    expect([...(place()?.values ?? [])]).toEqual([['often', 31]]);
  });
});

describe('records of a hostile service', () => {
  const deep = (levels: number): Json => (levels === 0 ? 'end' : { a: deep(levels - 1) });
  const manyKeys = (at: number): JsonObject =>
    Object.fromEntries(Array.from({ length: 400 }, (_, key) => [`k${at}-${key}`, `${at}`]));

  it.each([
    ['texts of 1 MB', (at: number) => ({ name: String(at).repeat(500_000) }), 10],
    ['400 other fields each', manyKeys, 50],
    ['60 levels', (at: number) => ({ main: deep(60), at }), 20],
    ['100,000 items', () => ({ images: Array.from({ length: 100_000 }, () => 'a') }), 5],
    ['keys of prototypes', () => JSON.parse('{"__proto__":{"a":1},"constructor":2}'), 5],
  ])('R13: with %s take little room', (_, make, count) => {
    const shape = shapeOf(Array.from({ length: count }, (__, at) => make(at)));
    const places = allPlaces(shape.root);
    const kept = places.reduce(
      (sum, { values }) =>
        [...values.keys()].reduce((all: number, each) => all + String(each).length, sum),
      0,
    );
    expect(shape.root.count).toBe(count);
    expect(places.length).toBeLessThanOrEqual(601);
    expect(kept).toBeLessThan(100_000);
    expect(Object.prototype).not.toHaveProperty('a');
  });

  it('leave a shape that can still be counted down', () => {
    const records = Array.from({ length: 20 }, (_, at) => manyKeys(at));
    const shape = shapeOf(records);
    for (const record of records) shape.count(record, -1);
    expect(placesOf(shape)).toEqual([]);
  });
});
