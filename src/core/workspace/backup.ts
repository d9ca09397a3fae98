import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { smallText } from '../platform/smallText.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import { hasCode, isSound } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { kept } from '../store/retention.ts';
import type { KeptBackup } from '../store/retention.ts';

const NAME = /^work-.*\.db$/;
/** The file that names the backup to restore; it is read when the profile is opened next. */
export const RESTORE_REQUEST = 'restore.request';

/** The reason for a backup: changed work, or an upgrade of its tables. */
export type BackupOf = 'changes' | 'upgrade';

/**
 * Writes a checked copy of `work.db` to the backups; removes outdated backups (`retention.ts`).
 *
 * Returns null if no sound copy can be made. Throws the disk's error if the copy cannot be written.
 */
export function backUp(
  disk: Disk,
  db: Db,
  profile: string,
  now: number,
  of: BackupOf = 'changes',
): string | null {
  const fs = disk.files;
  const folder = backupsOf(profile);
  fs.mkdirSync(folder, { recursive: true });
  const target = path.join(folder, nameAt(Math.max(now, newestTime(disk, profile) + 1), of));
  const draft = `${target}.part`;
  sweepDrafts(disk, folder);
  if (!writeCopy(disk, db, draft)) {
    removeQuietly(fs, draft);
    return null;
  }
  syncFile(disk, draft);
  fs.renameSync(draft, target);
  makeRoom(disk, profile);
  return target;
}

/** Errors of a database that cannot be copied row by row. All other errors come from the disk. */
const UNCOPIABLE = /^SQLITE_(?:ERROR|CORRUPT|NOTADB|CONSTRAINT)/;

function writeCopy(disk: Disk, db: Db, draft: string): boolean {
  try {
    // SQLite writes into an existing empty file and keeps its permissions.
    disk.files.writeFileSync(draft, '');
    db.prepare('VACUUM INTO ?').run(draft);
    return isSound(disk, draft);
  } catch (error) {
    if (hasCode(error, UNCOPIABLE)) return false;
    removeQuietly(disk.files, draft);
    throw error;
  }
}

const DRAFT = /^work-.*\.db\.part/;

/** Removes unfinished backups of killed runs, which are as large as `work.db`. */
function sweepDrafts({ files: fs }: Disk, folder: string): void {
  for (const name of fs.readdirSync(folder))
    if (DRAFT.test(name)) removeQuietly(fs, path.join(folder, name));
}

const BEFORE_UPGRADE = '-before-upgrade';

function nameAt(time: number, of: BackupOf): string {
  const mark = of === 'upgrade' ? BEFORE_UPGRADE : '';
  return `work-${new Date(time).toISOString().replaceAll(/[:.]/g, '-')}${mark}.db`;
}

const TIME = /^work-(.+T\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(-before-upgrade)?\.db$/;

/** Returns the time in the name of a backup; NaN for a name that Cabinet did not give. */
function timeOf(file: string): number {
  return Date.parse(path.basename(file).replace(TIME, '$1:$2:$3.$4'));
}

/**
 * Returns the time in the name of the newest backup.
 *
 * Names must keep the order of creation. A backup made while the clock was ahead must not be
 * restored or kept in place of later ones.
 */
function newestTime(disk: Disk, profile: string): number {
  const times = listBackups(disk, profile).map(timeOf);
  return times.find((time) => !Number.isNaN(time)) ?? -Infinity;
}

// The requested backup stays: the profile is closed and backed up before the restore.
function makeRoom(disk: Disk, profile: string): void {
  const wanted = requestedBackup(disk, profile);
  const all = listBackups(disk, profile).flatMap(describe);
  const stay = kept(all);
  for (const { name } of all)
    if (!stay.has(name) && name !== wanted)
      removeQuietly(disk.files, path.join(backupsOf(profile), name));
}

/**
 * Returns name and time of a backup.
 *
 * A name without a time was given by the user; such a file is never removed.
 */
function describe(file: string): KeptBackup[] {
  const [name, time] = [path.basename(file), timeOf(file)];
  if (Number.isNaN(time)) return [];
  return [{ name, time, isBeforeUpgrade: name.endsWith(`${BEFORE_UPGRADE}.db`) }];
}

/** Returns the name of the backup that the user wants to restore; null for none. */
export function requestedBackup({ files: fs }: Disk, profile: string): string | null {
  return smallText(fs, path.join(profile, RESTORE_REQUEST));
}

/** Returns the backups of a profile, newest first. */
export function listBackups(disk: Disk, profile: string): readonly string[] {
  const fs = disk.files;
  const folder = backupsOf(profile);
  if (!fs.existsSync(folder)) return [];
  const names = fs.readdirSync(folder).filter((name) => NAME.test(name));
  return names
    .sort()
    .reverse()
    .map((name) => path.join(folder, name));
}

function backupsOf(profile: string): string {
  return path.join(profile, 'backups');
}

function syncFile({ files: fs }: Disk, file: string): void {
  const handle = fs.openSync(file, 'r+');
  fs.fsyncSync(handle);
  fs.closeSync(handle);
}
