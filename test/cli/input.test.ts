import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '#contract/errors.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { assign } from '#cli/input/assign.ts';
import { jsonFault } from '#cli/input/jsonFault.ts';
import { readSetting, readSettingName } from '#cli/input/settings.ts';
import { readVariant } from '#cli/input/variant.ts';
import { readCondition, readSort } from '#cli/input/where.ts';

const fitting = resourceOf('fittings');

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'nothing was refused';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('jsonFault', () => {
  it.each([
    ['', 1, 1, '', 'a value'],
    ['{"a": 1,\n "b" 2}', 2, 6, '2}', 'a colon'],
    ['{"a": 1,}', 1, 9, '}', 'a name in double quotes'],
    ["{'a': 1}", 1, 2, "'a': 1}", 'a name in double quotes or }'],
    ['[1 2]', 1, 4, '2]', 'a comma or ]'],
    ['{"a": tru}', 1, 7, 'tru}', 'a value'],
    ['{"a": 01}', 1, 7, '01}', 'a value'],
    ['{"a": "b\n"}', 1, 7, '"b', 'a value'],
    ['{"a": [1, 2', 1, 12, '', 'a comma or ]'],
    ['{} {}', 1, 4, '{}', 'the end of the text'],
  ])('finds the place in %j', (text, line, column, found, expected) => {
    expect(jsonFault(text)).toEqual({ line, column, found, expected });
  });

  it('finds the place behind a string of any length', () => {
    const long = JSON.stringify('\u00e9"\\'.repeat(4_000_000));
    const expected = 'a comma or }';
    const fault = { line: 1, column: long.length + 7, found: 'oops}', expected };
    expect(jsonFault(`{"a":${long} oops}`)).toEqual(fault);
  });

  it('agrees with the parser about every text', () => {
    const broken = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', 'x', ' ', '0', '\\'))
      .map(([text, at, put]) => {
        const place = at % (text.length + 1);
        return text.slice(0, place) + put + text.slice(place + 1);
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), broken), (text) => {
        expect(jsonFault(text) === null).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('assign', () => {
  it('takes text as it is and the rest as JSON', () => {
    const set = ['kod=01', 'name=a=b', 'stock=12,5', 'connected=["X"]', 'wymiary.x=10'];
    expect(assign(fitting, {}, set)).toEqual({
      kod: '01',
      name: 'a=b',
      stock: '12,5',
      connected: ['X'],
      wymiary: { x: '10' },
    });
  });

  it('lays parts over those already given', () => {
    const data = { wymiary: { x: '1', y: '2' } };
    expect(assign(fitting, data, ['wymiary.x=9'])).toEqual({ wymiary: { x: '9', y: '2' } });
  });

  it('keeps a foreign name for the check to refuse', () => {
    const values = assign(fitting, {}, ['__proto__=1', 'nope.x=1']);
    expect(Object.keys(values)).toEqual(['__proto__', 'nope.x']);
  });

  it('refuses what is no setting, and a part of a field without parts', () => {
    expect(faultOf(() => assign(fitting, {}, ['price']))).toBe(
      'invalid --set: "price", expected FIELD=VALUE',
    );
    expect(faultOf(() => assign(fitting, {}, ['name.x=1']))).toContain('invalid name.x: "1"');
  });
});

describe('readCondition', () => {
  it.each([
    ['kod=A', { field: 'kod', op: 'is', value: 'A' }],
    ['kod!=A=B', { field: 'kod', op: 'not', value: 'A=B' }],
    ['name~o<k', { field: 'name', op: 'contains', value: 'o<k' }],
    ['price<1', { field: 'price', op: 'lt', value: '1' }],
    ['price<=12,5', { field: 'price', op: 'lte', value: '12,5' }],
    ['price>1', { field: 'price', op: 'gt', value: '1' }],
    ['price>=1', { field: 'price', op: 'gte', value: '1' }],
    ['model=', { field: 'model', op: 'empty', value: '' }],
    ['model!=', { field: 'model', op: 'filled', value: '' }],
    ['wymiary.x=3', { field: 'wymiary.x', op: 'is', value: '3' }],
  ])('reads %j', (text, expected) => {
    expect(readCondition(fitting, text)).toEqual(expected);
  });

  it.each(['kod', '=x', 'koda=x', 'wymiary.q=1', 'wymiary.x.y=1', 'kod.x=1'])(
    'refuses %j',
    (text) => {
      expect(faultOf(() => readCondition(fitting, text))).toMatch(/^invalid --where/);
    },
  );
});

describe('readSort', () => {
  it('reads a direction', () => {
    expect(readSort(fitting, 'price:desc')).toEqual({ field: 'price', descending: true });
    expect(readSort(fitting, 'price')).toEqual({ field: 'price', descending: false });
    expect(faultOf(() => readSort(fitting, 'price:up'))).toMatch(/^invalid --sort/);
  });
});

describe('readSetting', () => {
  it('reads each setting and says what is expected', () => {
    expect(readSetting('pageSize', '500')).toEqual({ pageSize: 500 });
    expect(readSetting('assetBaseUrl', '')).toEqual({ assetBaseUrl: '' });
    expect(readSetting('language', 'pl')).toEqual({ language: 'pl' });
    for (const name of ['pageSize', 'concurrency', 'settleSeconds', 'language', 'theme'] as const)
      expect(faultOf(() => readSetting(name, 'x'))).toMatch(`invalid ${name}: "x", expected`);
    expect(faultOf(() => readSetting('assetBaseUrl', 'ftp://x'))).toMatch(/^invalid assetBaseUrl/);
    expect(faultOf(() => readSettingName('colour'))).toContain('one of pageSize, concurrency');
  });
});

describe('readVariant', () => {
  it('takes only values of its knob', () => {
    expect(readVariant(['pageCap=50', 'uniqueKod=false'])).toEqual({
      pageCap: 50,
      uniqueKod: false,
    });
    expect(faultOf(() => readVariant(['pageCap=7']))).toContain('pageCap=0 | 10 | 50');
    expect(faultOf(() => readVariant(['toString=1']))).toContain('one of fittingsPrefix');
  });
});

describe('a value given with --set', () => {
  it('loses the unit of a size, and is refused where a spreadsheet shows an error', () => {
    expect(assign(fitting, {}, ['wymiary.x=12 mm'])).toEqual({ wymiary: { x: '12' } });
    expect(faultOf(() => assign(fitting, {}, ['name=#N/D!']))).toContain('shows an error');
    expect(faultOf(() => assign(fitting, {}, ['wymiary.x=12 cm']))).toContain('without a currency');
  });
});
