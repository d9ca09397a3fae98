import path from 'node:path';
import type { Disk } from '../disk.ts';
import { removeQuietly } from '../removeQuietly.ts';
import { isSound } from './database.ts';
import type { Db } from './database.ts';

/** Kept side by side; older ones make room. */
const KEPT = 5;
const NAME = /^work-.*\.db$/;

/** Writes a checked copy of the work beside it and keeps the newest few. */
export function backUp(disk: Disk, db: Db, folder: string, now: number): string | null {
  const fs = disk.files;
  fs.mkdirSync(folder, { recursive: true });
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const target = path.join(folder, `work-${stamp}.db`);
  if (fs.existsSync(target)) return target;
  const draft = `${target}.part`;
  fs.rmSync(draft, { force: true });
  db.prepare('VACUUM INTO ?').run(draft);
  if (!isSound(disk, draft)) {
    fs.rmSync(draft, { force: true });
    return null;
  }
  syncFile(disk, draft);
  fs.renameSync(draft, target);
  for (const old of listBackups(disk, folder).slice(KEPT)) removeQuietly(fs, old);
  return target;
}

/** The backups of a profile, the newest first. */
export function listBackups(disk: Disk, folder: string): readonly string[] {
  const fs = disk.files;
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => NAME.test(name));
  return names
    .sort()
    .reverse()
    .map((name) => path.join(folder, name));
}

function syncFile({ files: fs }: Disk, file: string): void {
  const handle = fs.openSync(file, 'r+');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
