import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { DataNotice } from '#contract/notes.ts';
import type { Disk } from '../disk.ts';
import { backUp, listBackups, requestedBackup, RESTORE_REQUEST } from './backup.ts';
import { forgetPlace, settlePlace } from './copied.ts';
import { examine, openWriter } from './database.ts';
import type { Db } from './database.ts';
import { setAside } from './openCache.ts';
import { z } from '#contract/zod.ts';
import { OperationStore } from './operationStore.ts';
import { setNote } from './notes.ts';
import { migrate, versionOf, workVersion } from './workSchema.ts';

/** The person's work, opened; `notices` say what a person must know about it. */
export interface OpenedWork {
  readonly db: Db;
  readonly notices: readonly DataNotice[];
}

/** The mark of work that came from a backup or is a copy, kept until everything was brought in line with it. */
export const RESTORED = 'restored';
const SENTINEL = 'work.exists';

/**
 * Opens the person's work. A missing, emptied or damaged file is never taken for an empty outbox:
 * it is set aside and the newest good backup takes its place. A copy is known for one.
 */
export function openWork(disk: Disk, folder: string, now: number): OpenedWork {
  const file = path.join(folder, 'work.db');
  const opened = openWhole(disk, folder, file, now);
  const isCopy = settlePlace(disk, opened.db, file, RESTORED);
  // A person must know of it where something may be sent from two places.
  if (!isCopy || new OperationStore(opened.db).countOpen() === 0) return opened;
  return { ...opened, notices: [...opened.notices, { code: 'work-copied' }] };
}

function openWhole(disk: Disk, folder: string, file: string, now: number): OpenedWork {
  const sentinel = path.join(folder, SENTINEL);
  const wanted = requestedBackup(disk, folder);
  if (wanted === null) return openAsFound(disk, folder, file, now, sentinel);
  const backup = usableBackup(disk, folder, wanted);
  const opened =
    backup === undefined
      ? refuseWanted(openAsFound(disk, folder, file, now, sentinel), wanted)
      : restoreWanted(disk, folder, file, now, sentinel, backup);
  // The request goes last: a kill before that restores once more, and sets aside what it just made.
  disk.files.rmSync(path.join(folder, RESTORE_REQUEST), { force: true });
  return opened;
}

function openAsFound(
  disk: Disk,
  folder: string,
  file: string,
  now: number,
  sentinel: string,
): OpenedWork {
  const fs = disk.files;
  const known = fs.existsSync(sentinel);
  if (!known && !fs.existsSync(file)) return begin(disk, file, sentinel);
  const { sound, layout } = examine(disk, file);
  if (sound) {
    refuseNewer(layout);
    const db = upgrade(disk, file, folder, now, sentinel);
    if (isReadable(db)) return { db, notices: [] };
    db.close();
  }
  return restore(disk, folder, file, now, sentinel);
}

/** Before it is opened for writing: what a newer Cabinet wrote is left as it is. */
function refuseNewer(layout: number): void {
  if (layout > workVersion)
    throw new AppError(
      'damaged',
      'This profile was written by a newer Cabinet. Update Cabinet to open it.',
      { why: why('newer-cabinet') },
    );
}

/** A flipped bit inside a value leaves the database sound and the operation unreadable. */
function isReadable(db: Db): boolean {
  try {
    new OperationStore(db).open();
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return false;
    throw error;
  }
}

function begin(disk: Disk, file: string, sentinel: string): OpenedWork {
  const db = openWriter(disk, file, 'full');
  migrate(db);
  disk.files.writeFileSync(sentinel, 'An outbox exists beside this file.\n');
  return { db, notices: [] };
}

function upgrade(disk: Disk, file: string, folder: string, now: number, sentinel: string): Db {
  const fs = disk.files;
  const db = openWriter(disk, file, 'full');
  const version = versionOf(db);
  if (version > 0 && version < workVersion) backUp(disk, db, folder, now);
  migrate(db);
  if (!fs.existsSync(sentinel)) fs.writeFileSync(sentinel, 'An outbox exists beside this file.\n');
  return db;
}

/** A backup that is whole and not of a newer Cabinet, which this one could not open. */
function isUsable(disk: Disk, backup: string): boolean {
  const { sound, layout } = examine(disk, backup);
  return sound && layout <= workVersion;
}

/**
 * Puts a backup in the place of the work, marked as one before it takes the name: whatever waits in
 * it may have been sent since, and a kill must not make that forgotten.
 */
function putBack(disk: Disk, backup: string, file: string): void {
  const fs = disk.files;
  const draft = `${file}.part`;
  fs.rmSync(draft, { force: true });
  fs.copyFileSync(backup, draft);
  const db = openWriter(disk, draft, 'full');
  setNote(db, RESTORED, '1');
  forgetPlace(db);
  db.close();
  fs.renameSync(draft, file);
}

/** The newest backup that could be put back, or the one of this name. */
function usableBackup(disk: Disk, folder: string, name?: string): string | undefined {
  return listBackups(disk, folder).find(
    (each) => (name === undefined || path.basename(each) === name) && isUsable(disk, each),
  );
}

function refuseWanted({ db, notices }: OpenedWork, backup: string): OpenedWork {
  return { db, notices: [...notices, { code: 'backup-not-put-back', backup }] };
}

function restoreWanted(
  disk: Disk,
  folder: string,
  file: string,
  now: number,
  sentinel: string,
  backup: string,
): OpenedWork {
  const aside = disk.files.existsSync(file)
    ? path.basename(setAside(disk, file, now, 'replaced'))
    : null;
  putBack(disk, backup, file);
  const db = upgrade(disk, file, folder, now, sentinel);
  return { db, notices: [{ code: 'backup-put-back', backup: path.basename(backup), aside }] };
}

function restore(
  disk: Disk,
  folder: string,
  file: string,
  now: number,
  sentinel: string,
): OpenedWork {
  const fs = disk.files;
  const aside = fs.existsSync(file) ? path.basename(setAside(disk, file, now)) : null;
  // A WAL left behind would be replayed into whatever takes the name.
  for (const suffix of ['-wal', '-shm']) fs.rmSync(file + suffix, { force: true });
  const backup = usableBackup(disk, folder);
  if (backup === undefined) {
    const { db } = begin(disk, file, sentinel);
    return { db, notices: [{ code: 'work-lost', aside }] };
  }
  putBack(disk, backup, file);
  const db = upgrade(disk, file, folder, now, sentinel);
  return { db, notices: [{ code: 'work-restored', backup: path.basename(backup), aside }] };
}
