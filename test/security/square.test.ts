import { describe, expect, it } from 'vitest';
import { GroupChecks } from '#core/catalogue/problems/groups.ts';
import type { Group } from '#core/catalogue/problems/groups.ts';
import { wrongType } from '#core/catalogue/problems/rules/values.ts';
import type { Json } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { withoutItems } from '#core/record/patch.ts';
import { spelledBody } from '#core/record/spelling.ts';
import { noteSeen } from '#core/sync/pull/walk.ts';
import { ChangesetStore } from '#core/changesets/changesetStore.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';
import { tempFolder } from '../support/tempFolder.ts';
import { openMirror } from '../core/sync/pull/support.ts';

/** Returns the processor time of the work in seconds. */
function secondsOf(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1e6;
}

describe('a foreign catalogue takes no time that grows with the square', () => {
  it('where 20,000 records have one code', () => {
    const { ws } = openMirror();
    ws.cache.exec(
      `INSERT INTO problem_row(rid, kind, id, code, filled, wanted) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
         SELECT i, 'fittings', 'id' || i, 'K', 0, 0 FROM n`,
    );
    const group: Group = { name: 'code', kind: 'fittings', value: 'K' };
    let found = 0;
    expect(secondsOf(() => (found = new GroupChecks(ws.cache).find(group).length))).toBeLessThan(1);
    expect(found).toBe(19_999);
  });

  it('where 3,000 records have a status each', () => {
    const { ws } = openMirror();
    ws.cache.exec(
      `INSERT INTO problem_status(kind, status, n) WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
         SELECT 'fittings', 's' || i, 1 FROM n`,
    );
    const groups = new GroupChecks(ws.cache);
    const all = () => {
      for (let at = 1; at <= 3000; at += 1)
        expect(groups.find({ name: 'status', kind: 'fittings', value: `s${at}` })).toEqual([]);
    };
    expect(secondsOf(all)).toBeLessThan(2);
  });

  it('where a page repeats its last record 40,000 times', () => {
    const ids = Array.from({ length: 80_000 }, (_, at) => `u${Math.min(at, 40_000)}`);
    const seen = new Set(['u0', 'u1', 'u2']);
    let again = 0;
    const note = () => (again = noteSeen({ seen, odd: new Set() }, { ids, odd: [] }, 1));
    expect(secondsOf(note)).toBeLessThan(0.5);
    expect([again, seen.size]).toEqual([2, 40_001]);
  });

  it('where a record has 10,000 files and a change as many', () => {
    const names = (from: number) => Array.from({ length: 10_000 }, (_, at) => `a/${from + at}.png`);
    let left: readonly string[] = [];
    const seconds = secondsOf(
      () => (left = withoutItems(names(5000), [...names(0), '/a/14999.png'])),
    );
    expect(left).toEqual(names(10_000).slice(0, 4999));
    expect(seconds).toBeLessThan(0.5);
  });

  it('where an object that is changed has 60,000 keys', () => {
    const members = Array.from({ length: 60_000 }, (_, at): [string, number] => [`k${at}`, at]);
    const data = { ...Object.fromEntries(members), k7: 'new' };
    const record = JSON.stringify({ data: Object.fromEntries(members) });
    let body = '';
    expect(secondsOf(() => (body = spelledBody({ data }, record)))).toBeLessThan(2);
    expect(JSON.parse(body)).toEqual({ data });
  });

  it('where an edited part lies 60 levels below 5,000 others', () => {
    const others = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, at]));
    const nested = (leaf: number) => {
      let value: Json = { ...others, leaf };
      for (let level = 0; level < 58; level++) value = level % 2 === 0 ? [value] : { a: value };
      return value;
    };
    const record = JSON.stringify({ data: nested(1) });
    let body = '';
    expect(secondsOf(() => (body = spelledBody({ data: nested(2) }, record)))).toBeLessThan(0.5);
    expect(JSON.parse(body)).toEqual({ data: nested(2) });
  });

  it('where a list has 20,000 rows, each moved or edited', () => {
    const rows = Array.from({ length: 20_000 }, (_, at) => ({ code: `k${at}`, n: at }));
    const [first, ...rest] = rows;
    for (const data of [[...rest, first ?? {}], rows.map((row) => ({ ...row, n: -1 }))]) {
      let body = '';
      const work = () => (body = spelledBody({ data }, JSON.stringify({ data: rows })));
      expect(secondsOf(work)).toBeLessThan(4);
      expect(JSON.parse(body)).toEqual({ data });
    }
  });
});

it('shows a problem of an enormous value with a part of the value', () => {
  const record = { _id: 'a', kod: 'A', name: 'A', wymiary: 'x'.repeat(1_000_000) };
  const found = wrongType({ resource: resourceOf('fittings'), record });
  expect(found).toMatchObject([{ field: 'wymiary' }]);
  expect(JSON.stringify(found).length).toBeLessThan(12_000);
});

describe('a foreign sheet takes no time that grows with the square', () => {
  it('where 200,000 rows have one code', () => {
    const label = { code: 'import', kind: 'fittings', count: 0, params: {} } as const;
    const store = ChangesetStore.begin(systemDisk, tempFolder(), 'a', label);
    store.db.exec(
      `INSERT INTO row(row, outcome, action, ticked, key, title, changes, files, issues)
         WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 200000)
         SELECT i, 'error', 'create', 0, 'K', '', '[]', '[]', '[]' FROM n`,
    );
    const lookUp = () => {
      for (let at = 0; at < 200; at += 1) expect(store.rowOf(null, 'K')).toBe(2);
    };
    expect(secondsOf(lookUp)).toBeLessThan(0.5);
    store.close();
  });
});
