import path from 'node:path';
import { expect, it } from 'vitest';
import { openDesk } from '../../support/desk.ts';
import { openDatabase } from '../../support/rawDatabase.ts';

const OLD = [
  ['queued', 'queued'],
  ['sent and confirmed', 'done'],
  ['tried again', 'retried'],
  ['discarded with it', 'discarded-along'],
  ['resolved (price: mine)', 'resolved-fields'],
  ['refused: The service refused: “no”', 'refused'],
  ['Service kept 3 for stock (sent 4).', 'done-note'],
] as const;

it('reads an activity from before its results were codes', async () => {
  const desk = await openDesk();
  const values = { price: '9.20' };
  await desk.call('records.update', { kind: 'fittings', ref: 'ZAW-110', values, files: [] });
  await desk.core.close();
  openDatabase(path.join(desk.folder, 'data', 'profiles', 'default', 'work.db'), (db) => {
    const copy =
      db.prepare(`INSERT INTO activity(time, kind, eid, seq, action, field, before, after, result)
      SELECT time, kind, eid, seq, action, field, before, after, ? FROM activity WHERE number = 1`);
    for (const [old] of OLD) copy.run(old);
    db.exec(`DROP TABLE service_fact; DROP TABLE decision; DROP TABLE restored; DROP INDEX group_item_removal;
      ALTER TABLE operation DROP COLUMN sent_steady; DROP INDEX group_item_again;
      ALTER TABLE group_item DROP COLUMN again; DROP INDEX change_group_bundle;
      ALTER TABLE change_group DROP COLUMN bundle; ALTER TABLE reviewed DROP COLUMN previous; PRAGMA user_version = 4`);
  });
  await desk.restart();
  const { entries } = await desk.call('history.list', {});
  const results = entries.map(({ result }) => result).toReversed();
  expect(results).toEqual(['queued', ...OLD.map(([, code]) => code)]);
});
