import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { z } from '#contract/zod.ts';
import type { TestWorkstation } from '../../support/desk.ts';
import { SETTLE } from '../../support/editing.ts';
import { openDatabase } from '../../support/rawDatabase.ts';

export const idOf = async (desk: TestWorkstation, ref: string) =>
  (await desk.call('records.get', { kind: 'fittings', ref })).id;
export const theirs = (desk: TestWorkstation, key: string) =>
  String(desk.service.state.all('fittings').find(({ kod }) => kod === key)?.['_id']);
/** Lets the derived data catch up with the records. */
export const settle = (desk: TestWorkstation) => desk.call('problems.check', {});
/** A while later, when nothing that the mirror holds is young any more, the catalogue is read again. */
export const pull = async (desk: TestWorkstation) => {
  desk.clock.advance(SETTLE);
  await desk.pull();
  await settle(desk);
};

/** The ids of all records that are kept as deleted, also those that were created again and are not listed. */
export function keptAsDeleted(desk: TestWorkstation): readonly string[] {
  const kept: string[] = [];
  openDatabase(path.join(desk.folder, 'data/profiles/default/work.db'), (db) => {
    kept.push(...idList.parse(db.prepare('SELECT id FROM trash ORDER BY id').pluck().all()));
  });
  return kept;
}
const idList = z.array(z.string());

/** As if a file of the service had been fetched to be looked at. */
export function keepAsset(desk: TestWorkstation, stored: string, bytes: string): void {
  const profile = path.join(desk.folder, 'data/profiles/default');
  const sha = createHash('sha256').update(bytes).digest('hex');
  fs.mkdirSync(path.join(profile, 'assets'), { recursive: true });
  fs.writeFileSync(path.join(profile, 'assets', sha), bytes);
  openDatabase(path.join(profile, 'files.db'), (db) => {
    db.prepare(
      "INSERT OR REPLACE INTO asset(path, state, rank, sha256, bytes) VALUES (?, 'here', 0, ?, ?)",
    ).run(stored, sha, bytes.length);
  });
}
