import fs from 'node:fs';
import path from 'node:path';
import type { TestWorkstation } from '../../../support/desk.ts';

/**
 * Copies the work database, runs `meanwhile`, then loses the work database.
 *
 * The copy becomes the only backup, so the restart restores it.
 */
export async function loseBehind(
  desk: TestWorkstation,
  meanwhile: () => Promise<void>,
): Promise<void> {
  const folder = path.join(desk.folder, 'data', 'profiles', 'default');
  const [work, kept] = [path.join(folder, 'work.db'), path.join(folder, 'kept.db')];
  await desk.core.close();
  fs.copyFileSync(work, kept);
  await desk.restart();
  await meanwhile();
  await desk.core.close();
  const backups = path.join(folder, 'backups');
  fs.rmSync(backups, { recursive: true });
  fs.mkdirSync(backups);
  fs.renameSync(kept, path.join(backups, 'work-2026-03-02T08-00-00-000Z.db'));
  fs.truncateSync(work, 0);
  await desk.restart();
}
