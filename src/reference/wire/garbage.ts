import type { GarbageShape } from './faults.ts';

const LEVELS = 100_000;
const ENTRIES = 500_000;

const TEXTS: Readonly<Record<GarbageShape, () => string>> = {
  wrong: () =>
    '{"fittings":"none","materials":7,"products":{"0":null},"edgeBands":[1,"a",null,[]],' +
    '"totalFittings":-1,"_id":{"$oid":[]},"accessToken":{}}',
  nested: () => '['.repeat(LEVELS) + ']'.repeat(LEVELS),
  proto: () =>
    '{"_id":"0","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},' +
    '"fittings":[{"_id":"1","__proto__":{"polluted":true}}]}',
  huge: () => `{"items":[${'"x",'.repeat(ENTRIES)}"x"]}`,
};

/** Returns JSON text that parses but is no answer of doc §4. */
export function garbageText(shape: GarbageShape): string {
  return TEXTS[shape]();
}
