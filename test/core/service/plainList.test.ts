import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { MOST_LEVELS } from '#contract/valueLimits.ts';
import { readList, recordsOf } from '#core/service/envelope.ts';
import { readPlainList } from '#core/service/listAnswer.ts';
import type { ListAnswer } from '#core/service/listAnswer.ts';
import type { Remembered } from '#core/service/entryDigests.ts';
import { DEEP_MARK, readJson, readJsonList } from '#core/service/json.ts';
import { cutDeep } from '#core/service/jsonScan.ts';
import { answers, NOT_PLAIN } from './answers.ts';
import { readable } from './support.ts';

const fittings = resourceOf('fittings');
const read = (text: string, known: Remembered | null = null) =>
  readPlainList(Buffer.from(text), fittings, known);
const shown = (answer: ListAnswer | null) => ({
  ids: answer?.ids,
  total: answer?.total,
  items: answer?.items.map(({ id, text, record }) => ({ id, text, record })),
});

/**
 * Returns the remembered pieces of an answer.
 *
 * Every record except those in `distrusted` is trusted.
 */
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

  it.each(NOT_PLAIN)('leaves %s to the reading of the whole answer', (_name, text) => {
    expect(read(text)).toBeNull();
  });

  it('takes the version of a Mongoose record for harmless', () => {
    expect(read('{"fittings":[{"_id":"a","__v":0}]}')?.ids).toEqual(['a']);
  });
});

describe('R4: an entry that is nested too deep', () => {
  const deep = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
  const list = (levels: number) =>
    `{"fittings":[{"_id":"a","name":"A"},{"_id":"b","main":${deep(levels)}},{"_id":"c","name":"C"}]}`;

  it.each([62, 70, 100_000])('is odd with %i levels, and the other entries are read', (levels) => {
    const answer = read(list(levels));
    expect(answer?.ids).toEqual(['a', 'c']);
    expect(answer?.odd).toHaveLength(1);
  });

  it('may have every level that can be sent', () => {
    expect(read(list(MOST_LEVELS))?.ids).toEqual(['a', 'b', 'c']);
    expect(read(list(61))?.ids).toEqual(['a', 'b', 'c']);
  });

  const others = {
    'a text that begins with a quote': '{"_id":"a","name":"\\"Soft\\""}',
    'an escaped letter': '{"_id":"a","name":"\\u015bruba"}',
    'a small number': '{"_id":"a","stock":1e-7}',
    'a poisoned key': '{"_id":"a","__proto__":{}}',
  };

  it.each(Object.entries(others))('is odd beside %s, in each form of a list', (_name, other) => {
    const inner = `[${other},{"_id":"b","main":${deep(70)}},{"_id":"c","main":${deep(100_000)}},{"_id":"d"}]`;
    for (const text of [
      inner,
      `{"fittings":${inner}}`,
      `{"data":{"fittings":${inner},"total":4}}`,
      `{"items":${inner},"about":${deep(70)}}`,
    ]) {
      const answer = readJsonList(Buffer.from(text), 1_000_000);
      const entries = answer.readable ? readList(answer, fittings)?.entries : undefined;
      expect(entries?.map(({ id }) => id)).toEqual(['a', null, null, 'd']);
      // So a look-up knows that a record with this code exists.
      expect(entries?.[1]?.record).toMatchObject({ _id: 'b' });
      expect(readJson(Buffer.from(text), 1_000_000).readable).toBe(false);
    }
  });

  it('takes no more memory than the answer, and ends as an answer that is no JSON', () => {
    const many = Buffer.from(`[${Array.from({ length: 2_000 }, () => deep(70)).join(',')}]`);
    expect(cutDeep(many, 64, Buffer.from(DEEP_MARK)).length).toBeLessThan(many.length);
    for (const text of [deep(70).slice(0, 100), `[${deep(70)}`, `${'['.repeat(70)}"`])
      expect(readJsonList(Buffer.from(text), 1_000_000).readable).toBe(false);
  });
});
