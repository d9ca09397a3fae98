import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_DEPTH, readJson } from '#core/service/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readList } from '#core/service/envelope.ts';
import { readPlainList } from '#core/service/listAnswer.ts';
import { sliceAt, sliceItems } from '#core/service/jsonSlice.ts';
import { readable } from './support.ts';

const LIMIT = 1 << 20;
const read = (text: string | Buffer) => readJson(Buffer.from(text), LIMIT);
const why = (text: string | Buffer) => {
  const reading = read(text);
  return reading.readable ? null : reading.why;
};

describe('readJson', () => {
  // A key that would reach the prototype is dropped on purpose, as tested below.
  const harmless = fc.json().filter((text) => !/__proto__|constructor/.test(text));

  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(harmless, (text) => {
        expect(readable(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('drops one byte order mark', () => {
    expect(readable('\ufeff{"a":1}')).toMatchObject({ text: '{"a":1}', value: { a: 1 } });
  });

  it.each([
    ['text cut off', '{"a":', 'is not JSON'],
    ['a bare word', 'nope', 'is not JSON'],
    ['nothing', '', 'is not JSON'],
    ['broken UTF-8', Buffer.from([0x22, 0xc3, 0x22]), 'is not UTF-8 text'],
    ['too many bytes', `"${'x'.repeat(LIMIT)}"`, `is larger than ${LIMIT} bytes`],
  ])('refuses %s', (_name, text, expected) => {
    expect(why(text)).toBe(expected);
  });

  it.each([65, 10_000, 500_000])('R2: refuses %i levels without parsing them', (depth) => {
    expect(why('['.repeat(depth) + ']'.repeat(depth))).toMatch(/deeper than 64/);
    expect(why('{"a":'.repeat(depth).slice(0, LIMIT))).toMatch(/deeper than 64/);
  });

  it('R1: refuses more than eight million values without parsing them', () => {
    const many = Buffer.from(`[${'0,'.repeat(8_000_001)}0]`);
    expect(readJson(many, many.length)).toMatchObject({ readable: false });
    expect(readPlainList(many, resourceOf('fittings'), null)).toBeNull();
  });

  it('R1: takes no list of more than a million entries', () => {
    const listOf = (count: number) =>
      readable(`{"fittings":[{"_id":"1"}${',{}'.repeat(count - 1)}],"totalFittings":1}`);
    const few = listOf(1000);
    const many = listOf(1_000_001);
    const fittings = resourceOf('fittings');
    expect(readList(few, fittings)?.entries).toHaveLength(1000);
    expect(readList(many, fittings)).toBeNull();
    expect(readPlainList(Buffer.from(few.text), fittings, null)?.ids).toEqual(['1']);
    expect(readPlainList(Buffer.from(many.text), fittings, null)).toBeNull();
  });

  it('takes exactly 64 levels, and brackets inside strings do not count', () => {
    expect(why('['.repeat(MAX_DEPTH) + ']'.repeat(MAX_DEPTH))).toBeNull();
    expect(why(JSON.stringify({ a: '[{'.repeat(100), b: '\\"[[[' }))).toBeNull();
  });

  it.each([
    '{"__proto__":{"polluted":1}}',
    '{"\\u005f\\u005fproto__":{"polluted":1}}',
    '{"_\\u005fproto__":{"polluted":1}}',
    '{"a":[{"__pr\\u006fto__" : {"polluted":1}}]}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"c\\u006fnstructor":{"prototype":{"polluted":1}}}',
    '{"\\u0063onstructor":{"prototype":{"polluted":1}}}',
  ])('R3: takes the poison out of %s and keeps the text', (text) => {
    const { value, text: kept } = readable(text);
    expect(JSON.stringify(value)).not.toContain('polluted');
    expect(kept).toBe(text);
    expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
  });

  it('leaves a harmless field named constructor alone', () => {
    expect(readable('{"constructor":"Jan"}').value).toEqual({ constructor: 'Jan' });
  });

  it.each(['1e400', '[-1E999]', `{"a":${'9'.repeat(400)}}`, '{"a":{"b":[1,2e308,3.5e9999]}}'])(
    'notices that %s is no finite number',
    (text) => {
      expect(readable(text).finite).toBe(false);
    },
  );

  it.each(['1e300', '"1e400"', '12345678901234567890', '{"e":1}', '[true,false]'])(
    'takes %s for finite',
    (text) => {
      expect(readable(text).finite).toBe(true);
    },
  );
});

describe('slices', () => {
  it('are the exact texts of the elements, whatever the spacing', () => {
    const spaced = fc.tuple(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.nat(3));
    fc.assert(
      fc.property(spaced, ([list, indent]) => {
        const text = JSON.stringify({ a: [0, { list }], list: 'decoy' }, null, indent);
        const slices = sliceItems(text, ['a', 1, 'list']);
        expect(slices?.map((each): unknown => JSON.parse(each))).toEqual(
          JSON.parse(JSON.stringify(list)),
        );
      }),
    );
  });

  it('keep what parsing loses: long numbers, escapes, spaces, order', () => {
    const text = '{"x":[ {"n": 12345678901234567890 ,"s":"\\u00f3\\"]"} , 1.10 ]}';
    expect(sliceItems(text, ['x'])).toEqual([
      '{"n": 12345678901234567890 ,"s":"\\u00f3\\"]"}',
      '1.10',
    ]);
  });

  it('follow the last of equal keys, as parsing does', () => {
    expect(sliceAt('{"a":1,"\\u0061":[2],"b":3}', ['a'])).toBe('[2]');
    expect(sliceItems('{"a":[1],"a":[2,3]}', ['a'])).toEqual(['2', '3']);
  });

  it('lead nowhere where the path does', () => {
    expect(sliceAt('{"a":[1]}', ['b'])).toBeNull();
    expect(sliceAt('{"a":[1]}', ['a', 1])).toBeNull();
    expect(sliceAt('[1]', ['a'])).toBeNull();
    expect(sliceItems('{"a":1}', ['a'])).toBeNull();
    expect(sliceItems('[]', [])).toEqual([]);
  });
});
