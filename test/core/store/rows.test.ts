import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resourceOf } from '#contract/resources/registry.ts';
import { openWorkspace } from '#core/app/openWorkspace.ts';
import { Matches } from '#core/store/matches.ts';
import { columnsOf, oweIndexes } from '#core/store/cacheSchema.ts';
import { transact } from '#core/store/database.ts';
import { withStablePlan, prepared } from '#core/store/prepared.ts';
import type { ListRow } from '#core/store/rowStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { testPlatform } from '../../support/platform.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const KIND = 'edge-bands';
const WIDTH = columnsOf(resourceOf(KIND)).length;
const TEXTS = ['abs', 'dab', 'klej'];

const cell = fc.constantFrom<string | number | null>('a', 'b', 1, 2.5, null);
const row: fc.Arbitrary<ListRow> = fc.record({
  rid: fc.constantFrom(-1, 1, 2, 3),
  id: fc.constantFrom('x', 'y', 'z'),
  key: fc.constantFrom('K1', 'K2', null),
  pending: fc.constantFrom('waiting', null),
  fields: fc.constantFrom('{}', '{"code":"K1"}'),
  keys: fc.array(cell, { minLength: WIDTH, maxLength: WIDTH }),
  folded: fc.constantFrom(...TEXTS),
  merged: fc.constantFrom('{"code":"K2"}', null),
});
const step = fc.oneof(
  { weight: 4, arbitrary: row },
  { weight: 1, arbitrary: fc.constantFrom(-1, 1, 2, 3) },
);

function withWorkspace(work: (ws: Workspace) => void): void {
  const { ws, close } = openWorkspace(testPlatform(tempFolder()), () => undefined);
  work(ws);
  close();
}

/** Models the expected rows, search index and problems if every row is written in full. */
class Model {
  readonly rows = new Map<number, ListRow>();

  put(given: ListRow): void {
    for (const [rid, { id }] of this.rows) if (id === given.id) this.rows.delete(rid);
    this.rows.set(given.rid, given);
  }

  get cells(): readonly unknown[] {
    return [...this.rows.values()]
      .sort((a, b) => a.rid - b.rid)
      .map(({ rid, id, key, pending, keys, fields, folded, merged }) => [
        rid,
        id,
        key,
        pending,
        ...keys,
        fields,
        folded,
        merged,
      ]);
  }

  found(text: string): readonly number[] {
    return [...this.rows.values()]
      .filter(({ folded }) => folded === text)
      .map(({ rid }) => rid)
      .sort((a, b) => a - b);
  }
}

function checkRows({ cache }: Workspace, model: Model, matches: Matches): void {
  const all = (sql: string) => cache.prepare(sql);
  expect(all('SELECT * FROM rows_edge_bands ORDER BY rid').raw().all()).toEqual(model.cells);
  expect(matches.count(KIND)).toBe(model.rows.size);
  for (const text of TEXTS) {
    const find = 'SELECT rowid FROM find_edge_bands WHERE find_edge_bands MATCH ? ORDER BY rowid';
    expect(all(find).pluck().all(text)).toEqual(model.found(text));
  }
  expect(cache.pragma('integrity_check', { simple: true })).toBe('ok');
}

describe('the rows of a list', () => {
  it('are what was written last, whatever of them changed; so are their indexes, the search and their number', () => {
    withWorkspace((ws) => {
      const matches = new Matches(ws.cache);
      const model = new Model();
      const every = fc.array(step, { minLength: 1, maxLength: 8 });
      fc.assert(
        fc.property(every, (steps) => {
          for (const each of steps) {
            transact(ws.cache, () =>
              typeof each === 'number' ? ws.rows.remove(KIND, each) : ws.rows.put(KIND, each),
            );
            if (typeof each === 'number') model.rows.delete(each);
            else model.put(each);
            checkRows(ws, model, matches);
          }
        }),
        { numRuns: 60 },
      );
    });
  });

  it('are looked at for problems when something of them changed, and not when nothing did', () => {
    withWorkspace((ws) => {
      const [given] = fc.sample(row, { numRuns: 1, seed: 1 });
      if (given === undefined) throw new Error('no row');
      const dirty = ws.cache.prepare('SELECT rid FROM problem_dirty').pluck();
      const touched = (next: ListRow) => {
        ws.cache.exec('DELETE FROM problem_dirty');
        ws.rows.put(KIND, next);
        return dirty.all();
      };
      expect(touched(given)).toEqual([given.rid]);
      expect(touched({ ...given })).toEqual([]);
      expect(touched({ ...given, merged: '{"code":"other"}' })).toEqual([given.rid]);
    });
  });

  it('are counted anew behind a first load, which writes them without a word', () => {
    withWorkspace((ws) => {
      const matches = new Matches(ws.cache);
      const load = (rid: number) =>
        ws.rows.load(KIND, {
          rid,
          id: `id-${rid}`,
          key: null,
          pending: null,
          fields: '{}',
          keys: Array.from({ length: WIDTH }, () => null),
          folded: '',
          merged: null,
        });
      expect(matches.count(KIND)).toBe(0);
      oweIndexes(ws.cache, KIND, true);
      load(1);
      expect(matches.count(KIND)).toBe(1);
      load(2);
      expect(matches.count(KIND)).toBe(2);
      oweIndexes(ws.cache, KIND, false);
      expect(matches.count(KIND)).toBe(2);
    });
  });
});

describe('a statement that lasts', () => {
  it.each([
    ['SELECT a FROM t WHERE b = ? LIMIT ?', 'SELECT a FROM t WHERE b = likely(?) LIMIT likely(?)'],
    ['SELECT a FROM t WHERE b = @b AND c > ?', 'SELECT a FROM t WHERE b = likely(@b) AND c > ?'],
    ['INSERT INTO t(a) VALUES (?)', 'INSERT INTO t(a) VALUES (?)'],
  ])('hides from the planner what something is equal to: %s', (sql, expected) => {
    expect(withStablePlan(sql)).toBe(expected);
  });

  it('finds what it found before, numbers as numbers and texts as texts', () => {
    withWorkspace(({ cache }) => {
      cache.exec(`CREATE TEMP TABLE t(n INTEGER, s TEXT, any);
        INSERT INTO t VALUES (1, '1', 1), (2, 'b', 'b'), (3, NULL, NULL)`);
      const found = (sql: string, ...values: readonly (string | number)[]) =>
        prepared(cache, sql)
          .pluck()
          .all(...values);
      for (const column of ['n', 's', 'any'])
        for (const value of [1, '1', 2, 'b'])
          for (const end of ['', ' ORDER BY n']) {
            const sql = `SELECT n FROM t WHERE ${column} = ?${end}`;
            expect(found(sql, value)).toEqual(cache.prepare(sql).pluck().all(value));
          }
      expect(found('SELECT n FROM t ORDER BY n LIMIT ? OFFSET ?', 1, 1)).toEqual([2]);
    });
  });
});
