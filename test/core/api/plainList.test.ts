import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { readList, recordsOf } from '#core/api/envelope.ts';
import { readPlainList } from '#core/api/listAnswer.ts';
import type { ListAnswer, Remembered } from '#core/api/listAnswer.ts';
import { readable } from './support.ts';

const fittings = resourceOf('fittings');
const read = (text: string, known: Remembered | null = null) =>
  readPlainList(Buffer.from(text), fittings, known);
const shown = (answer: ListAnswer | null) => ({
  ids: answer?.ids,
  total: answer?.total,
  items: answer?.items.map(({ id, text, record }) => ({ id, text, record })),
});

const entry = fc.record({
  _id: fc.constantFrom('a1', 'b2', 'c3', 'd4', 'e5', 'f6'),
  name: fc.string({ unit: 'grapheme', maxLength: 12 }),
  parts: fc.jsonValue({ maxDepth: 2 }),
});
const odd = fc.constantFrom<unknown>(null, 7, 'text', [], {}, { _id: '../x' });
const entries = fc.array(fc.oneof({ weight: 5, arbitrary: entry }, odd), { maxLength: 6 });
const spaced = fc.constantFrom('', ' ', '\n  ');

/** A list as some service would print it. */
const answers = fc.tuple(entries, spaced, fc.boolean()).map(([list, gap, isBare]) => {
  const inner = `[${gap}${list.map((each) => JSON.stringify(each)).join(`${gap},${gap}`)}${gap}]`;
  return isBare
    ? inner
    : `{"page":{"of":[1]},"fittings":${gap}${inner},"totalFittings": "12"}${gap}`;
});

/** What is remembered of an answer; every record of it is still held, unless told otherwise. */
function memoryOf(text: string, distrusted: readonly string[] = []): Remembered {
  const answer = read(text);
  if (answer === null) throw new Error('not plain');
  return { ...answer.pieces, isTrusted: (id) => !distrusted.includes(id) };
}

describe('readPlainList', () => {
  it('reads what the reading of the whole answer reads', () => {
    fc.assert(
      fc.property(answers, (text) => {
        const plain = read(text);
        if (plain === null) return;
        const whole = readList(readable(text), fittings);
        const records = recordsOf(whole?.entries ?? []);
        expect(shown(plain)).toEqual({
          ids: records.map(({ id }) => id),
          total: whole?.total,
          items: records,
        });
        expect(plain.odd).toHaveLength((whole?.entries.length ?? 0) - records.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('shows every id and what is new of any answer, whatever is remembered of another', () => {
    fc.assert(
      fc.property(answers, answers, (before, now) => {
        const known = read(before);
        const alone = read(now);
        if (known === null || alone === null) return;
        const again = read(now, { ...known.pieces, isTrusted: () => true });
        expect(again?.ids).toEqual(alone.ids);
        expect(again?.pieces).toEqual(alone.pieces);
        const texts = new Set(known.items.map(({ text }) => text));
        const unseen = alone.items.filter(({ text }) => !texts.has(text));
        expect(again?.items.map(({ text }) => text)).toEqual(unseen.map(({ text }) => text));
      }),
      { numRuns: 2000 },
    );
  });

  const list = (...names: string[]) =>
    JSON.stringify({ fittings: names.map((name) => ({ _id: name.slice(0, 1), name })) });

  it('parses the one record that changed', () => {
    const again = read(list('a', 'bX', 'c'), memoryOf(list('a', 'b', 'c')));
    expect(again?.ids).toEqual(['a', 'b', 'c']);
    expect(again?.items.map(({ id }) => id)).toEqual(['b']);
  });

  it('finds its place again behind what was added or taken away', () => {
    const known = memoryOf(list('a', 'b', 'c', 'd'));
    expect(read(list('n', 'a', 'b', 'c', 'd'), known)?.items.map(({ id }) => id)).toEqual(['n']);
    expect(read(list('a', 'c', 'd'), known)?.items).toEqual([]);
  });

  it('reads a record again that the mirror no longer holds as it was shown', () => {
    const text = list('a', 'b', 'c');
    expect(read(text, memoryOf(text, ['b']))?.items.map(({ id }) => id)).toEqual(['b']);
  });

  it.each([
    ['a single record', '{"_id":"a","fittings":[]}'],
    ['a list under another key', '{"data":[{"_id":"a"}]}'],
    ['two lists of the same name', '{"fittings":[{"_id":"a"}],"fittings":[]}'],
    ['a name with escapes', '{"fitt\\u0069ngs":[{"_id":"a"}]}'],
    ['a poisoned record', '{"fittings":[{"_id":"a","__proto__":{"x":1}}]}'],
    ['a number that is none', '{"fittings":[{"_id":"a","n":1e400}]}'],
    ['a list cut off', '{"fittings":[{"_id":"a"}'],
    ['something behind the list', '{"fittings":[{"_id":"a"}]} x'],
    ['a comma too many', '{"fittings":[{"_id":"a"},]}'],
    ['too many levels', `{"fittings":[{"_id":"a","x":${'['.repeat(70)}${']'.repeat(70)}}]}`],
    ['a web page', '<html>'],
    ['nothing', ''],
  ])('leaves %s to the reading of the whole answer', (_name, text) => {
    expect(read(text)).toBeNull();
  });

  it('takes the version of a Mongoose record for harmless', () => {
    expect(read('{"fittings":[{"_id":"a","__v":0}]}')?.ids).toEqual(['a']);
  });
});
