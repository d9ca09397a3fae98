import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonFault } from '#contract/jsonFault.ts';

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
