import path from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { ReviewSource } from '#contract/review.ts';
import { openDesk, SEED } from '../../../support/desk.ts';
import type { TestWorkstation } from '../../../support/desk.ts';

/** Writes into the mirror of the profile from outside. */
function write(desk: TestWorkstation, sql: string): void {
  const db = new Database(path.join(desk.folder, 'data/profiles/default/cache.db'));
  db.exec(sql);
  db.close();
}

/** As in the minutes behind a first pull: the text index has still to be told of the rows. */
const oweTexts = (desk: TestWorkstation) =>
  write(
    desk,
    `INSERT OR REPLACE INTO meta VALUES ('text:fittings', '0');
     INSERT INTO find_fittings(find_fittings) VALUES ('delete-all')`,
  );

describe('what a search finds while its index is still being built', () => {
  const query = { kind: 'fittings', search: 'zawias' } as const;

  it('is walked whole by a review', async () => {
    const desk = await openDesk();
    oweTexts(desk);
    expect((await desk.call('records.list', query)).total).toBe(2);
    const source = { from: 'query', query } as const;
    expect(await desk.call('review.start', { name: 'Hinges', source })).toMatchObject({ total: 2 });
  });

  it('is changed whole at once', async () => {
    const desk = await openDesk();
    oweTexts(desk);
    const made = await desk.call('bulk.plan', {
      kind: 'fittings',
      selection: { query },
      change: { code: 'set', field: 'price', value: '7' },
    });
    expect(made).toMatchObject({ counts: { changed: 2 } });
  });
});

describe('a review of what others changed', () => {
  it('has the kinds, the changes and the time that the list shows', async () => {
    const desk = await openDesk();
    const change = async (kind: 'fittings' | 'materials', values: Record<string, string>) => {
      const [record] = desk.service.state.all(kind);
      desk.service.state.patch(kind, String(record?.['_id']), values);
      desk.clock.advance(60_000);
      await desk.pull();
      await desk.call('problems.check', {});
      return desk.clock.now();
    };
    const until = await change('fittings', { name: 'Changed' });
    await change('materials', { name: 'Changed' });
    const walked = async (more: Partial<Extract<ReviewSource, { from: 'pull' }>>) => {
      const filter = { since: 0, ...more };
      const { changes } = await desk.call('pulls.changes', filter);
      const source = { from: 'pull', ...filter } as const;
      const { session } = await desk.call('review.start', { name: 'Others', source });
      const { items } = await desk.call('review.items', { session });
      expect(items.map(({ key }) => key)).toEqual(changes.map(({ key }) => key));
      return items.map(({ key }) => key);
    };
    expect(await walked({})).toEqual(['H1145', 'ZAW-110']);
    expect(await walked({ until })).toEqual(['ZAW-110']);
    expect(await walked({ kinds: ['materials'], change: 'changed' })).toEqual(['H1145']);
    await expect(walked({ change: 'added' })).rejects.toThrow('at least one record');
  });
});

describe('a review', () => {
  const MANY = 100_100;

  it('of problems has every record, however many problems come before it', async () => {
    const desk = await openDesk({ seed: { ...SEED, edgeBands: [{ code: 'E', name: '' }] } });
    await desk.call('problems.check', {});
    // More problems than a list had room for, all of one record, and all of them graver than any other's.
    write(
      desk,
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
       INSERT INTO problem SELECT 'fittings', (SELECT min(rid) FROM rows_fittings), 'unknown-fitting',
         'connected[' || i || ']', 'x', '{}', '', 0, 0 FROM n`,
    );
    const { total } = await desk.call('problems.list', { limit: 0 });
    expect(total).toBeGreaterThan(MANY);
    const source = { from: 'problems', filter: {} } as const;
    const { session } = await desk.call('review.start', { name: 'All', source });
    const { items } = await desk.call('review.items', { session });
    expect(items.map(({ key }) => key)).toEqual(['ZAW-110', 'ZAW-155', null, 'E', 'H1145']);
  });
});
