import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Learner } from '#core/catalogue/learned/learner.ts';
import { readLearned } from '#core/catalogue/learned/readSchema.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { incoming } from '#core/store/recordStore.ts';
import { forgetCounted } from '#core/store/learnedSchema.ts';
import { transact } from '#core/store/database.ts';
import { emptyMirror } from '#core/workspace/mirror.ts';
import { testPlatform } from '#test/support/platform.ts';
import { tempFolder } from '#test/support/tempFolder.ts';
import type { JsonObject } from '#contract/json.ts';

/** An empty mirror with its counts, opened without its background work. */
function openMirror() {
  const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => {});
  onTestFinished(close);
  const mirror = {
    ws,
    learner: new Learner(ws.cache),
    put: (id: string, record: JsonObject) => mirror.putAll([id], record),
    putAll: (ids: readonly string[], record: JsonObject) =>
      transact(ws.cache, () =>
        ws.records.apply(
          'fittings',
          ids.map((id) => incoming(id, JSON.stringify({ _id: id, ...record }))),
          1,
          1,
        ),
      ),
    remove: (id: string) => ws.records.markMissing('fittings', id, 2),
    settle: () => {
      let steps = 0;
      while (mirror.learner.step() !== null) steps += 1;
      return steps;
    },
    /** What is known, without the ranges, which only grow. */
    known: () => {
      const { fields, records } = readLearned(ws, 'fittings');
      const counts = fields.map(({ values = [], ...field }) => ({
        ...field,
        min: null,
        max: null,
        lengths: null,
        keys: field.keys?.toSorted(),
        values: values.map(({ value, count }) => `${String(value)} ${count}`).toSorted(),
      }));
      return { records, counts };
    },
    field: (path: string) =>
      readLearned(ws, 'fittings').fields.find((field) => field.path === path),
  };
  return mirror;
}

const step = fc.record({
  do: fc.constantFrom('put', 'put', 'put', 'remove', 'settle', 'once', 'again'),
  id: fc.integer({ min: 1, max: 12 }).map(String),
  record: fc.record(
    {
      kategoria: fc.constantFrom('A', 'B', 'C'),
      podkategoria: fc.constantFrom('x', 'y', 'z'),
      stock: fc.integer({ min: 0, max: 5 }),
      connected: fc.array(fc.constantFrom('1', '2'), { maxLength: 3 }),
      inne: fc.constantFrom<JsonObject>({ a: 1 }, { b: [1, 2] }, {}),
    },
    { requiredKeys: [] },
  ),
});

describe('the counts of a mirror', () => {
  it('are after any changes as if all records were counted again', () => {
    const mirror = openMirror();
    let service = 0;
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        emptyMirror(mirror.ws, `https://${++service}.example`);
        for (const { do: what, id, record } of steps)
          if (what === 'put') mirror.put(id, record);
          else if (what === 'remove') mirror.remove(id);
          else if (what === 'settle') mirror.settle();
          else if (what === 'once') mirror.learner.step();
          // Another start of the program: nothing of the counts is in memory.
          else mirror.learner = new Learner(mirror.ws.cache);
        mirror.settle();
        const kept = mirror.known();
        transact(mirror.ws.cache, () => forgetCounted(mirror.ws.cache));
        mirror.learner = new Learner(mirror.ws.cache);
        mirror.settle();
        expect(kept).toEqual(mirror.known());
      }),
      { numRuns: 60 },
    );
  });

  it('are counted again when more records changed than are logged', () => {
    const mirror = openMirror();
    const records = Array.from({ length: 5_200 }, (_, at) => String(at));
    mirror.putAll(records, { kategoria: 'A' });
    mirror.settle();
    mirror.putAll(records, { kategoria: 'B' });
    mirror.settle();
    expect(mirror.field('kategoria')).toMatchObject({
      records: 5_200,
      values: [{ value: 'B', count: 5_200 }],
    });
  });

  it('forget the records of another service', () => {
    const mirror = openMirror();
    mirror.put('1', { kategoria: 'A' });
    mirror.learner.step();
    emptyMirror(mirror.ws, 'https://other.example');
    mirror.put('1', { kategoria: 'B' });
    mirror.settle();
    expect(mirror.known().records).toBe(1);
    expect(mirror.field('kategoria')?.values).toEqual([{ value: 'B', count: 1 }]);
  });
});
