import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import { hasCode, isSound } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { kept } from '../store/retention.ts';
import type { Kept } from '../store/retention.ts';

const NAME = /^work-.*\.db$/;
/** Names the backup that a person wants back; it is obeyed at the next opening. */
export const RESTORE_REQUEST = 'restore.request';

/** Why a backup is made: its work was changed, or its tables are about to be upgraded. */
export type BackupOf = 'changes' | 'upgrade';

/**
 * Writes a checked copy of a profile's work among its backups and removes those that are kept no longer
 * (`retention.ts`). Gives null where no sound copy can be made of it, and throws what the disk says where it
 * cannot be written.
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

/** What a database says of itself that cannot be copied row by row; anything else is the disk. */
const UNCOPIABLE = /^SQLITE_(?:ERROR|CORRUPT|NOTADB|CONSTRAINT)/;

function writeCopy(disk: Disk, db: Db, draft: string): boolean {
  try {
    // SQLite writes into an empty file, and leaves its permissions as they are.
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

/** A close that was killed while it made a backup left what there was of it, as large as the work. */
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

/** The time in the name of a backup; NaN in a name that somebody else gave. */
function timeOf(file: string): number {
  return Date.parse(path.basename(file).replace(TIME, '$1:$2:$3.$4'));
}

/**
 * The time in the name of the newest backup. They stand in the order in which they were made: one that was made
 * while the clock was ahead must be neither put back nor kept in the place of those made since.
 */
function newestTime(disk: Disk, profile: string): number {
  const times = listBackups(disk, profile).map(timeOf);
  return times.find((time) => !Number.isNaN(time)) ?? -Infinity;
}

// The one that is wanted back stays: the profile is closed, and backed up, before that can be done.
function makeRoom(disk: Disk, profile: string): void {
  const wanted = requestedBackup(disk, profile);
  const all = listBackups(disk, profile).flatMap(describe);
  const stay = kept(all);
  for (const { name } of all)
    if (!stay.has(name) && name !== wanted)
      removeQuietly(disk.files, path.join(backupsOf(profile), name));
}

/** One whose name tells no time was put there by a person, and stays. */
function describe(file: string): Kept[] {
  const [name, time] = [path.basename(file), timeOf(file)];
  if (Number.isNaN(time)) return [];
  return [{ name, time, isBeforeUpgrade: name.endsWith(`${BEFORE_UPGRADE}.db`) }];
}

/** The name of the backup that a person wants back; null when they want none. */
export function requestedBackup({ files: fs }: Disk, profile: string): string | null {
  const request = path.join(profile, RESTORE_REQUEST);
  return fs.existsSync(request) ? fs.readFileSync(request, 'utf8') : null;
}

/** The backups of a profile, the newest first. */
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
