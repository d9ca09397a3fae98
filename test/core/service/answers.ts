import * as fc from 'fast-check';

const entry = fc.record({
  _id: fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6'),
  name: fc.string({ unit: 'grapheme', maxLength: 12 }),
  parts: fc.jsonValue({ maxDepth: 2 }),
});
const odd = fc.constantFrom<unknown>(null, 7, 'text', [], {}, { _id: '../x' });
const entries = fc.array(fc.oneof({ weight: 5, arbitrary: entry }, odd), { maxLength: 6 });
const spaced = fc.constantFrom('', ' ', '\n  ');

/** A list of fittings as some service would print it. */
export const answers = fc.tuple(entries, spaced, fc.boolean()).map(([list, gap, isBare]) => {
  const inner = `[${gap}${list.map((each) => JSON.stringify(each)).join(`${gap},${gap}`)}${gap}]`;
  return isBare
    ? inner
    : `{"page":{"of":[1]},"fittings":${gap}${inner},"totalFittings": "12"}${gap}`;
});

/** Answers that are no plain lists, each by its name. */
export const NOT_PLAIN: readonly (readonly [name: string, text: string])[] = [
  ['a single record', '{"_id":"a","fittings":[]}'],
  ['a list under another key', '{"data":[{"_id":"a"}]}'],
  ['two lists of the same name', '{"fittings":[{"_id":"a"}],"fittings":[]}'],
  ['a name with escapes', '{"fitt\\u0069ngs":[{"_id":"a"}]}'],
  ['a poisoned record', '{"fittings":[{"_id":"a","__proto__":{"x":1}}]}'],
  ['a number that is none', '{"fittings":[{"_id":"a","n":1e400}]}'],
  ['a list cut off', '{"fittings":[{"_id":"a"}'],
  ['something behind the list', '{"fittings":[{"_id":"a"}]} x'],
  ['a comma too many', '{"fittings":[{"_id":"a"},]}'],
  ['too many levels', `{"x":${'['.repeat(70)}${']'.repeat(70)},"fittings":[{"_id":"a"}]}`],
  ['a web page', '<html>'],
  ['nothing', ''],
];
