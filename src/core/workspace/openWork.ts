import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { DataNotice } from '#contract/notes.ts';
import type { Disk } from '../platform/disk.ts';
import { countWaiting } from '../store/countPending.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import { backUp, listBackups, requestedBackup, RESTORE_REQUEST } from './backup.ts';
import { forgetPlace, settleBackup, detectClonedDatabase } from './clonedDatabase.ts';
import { examine, isNonsense, openWriter, peek, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { freeName, moveDatabase, newestAside, removeDatabase, setAside } from './openCache.ts';
import { z } from '#contract/zod.ts';
import { OperationStore } from '../store/operationStore.ts';
import { LEFT_SECRET, OWN_SECRET } from './secretName.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';
import { migrate, versionOf, workVersion } from '../store/workSchema.ts';

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
  const isElsewhere = detectClonedDatabase(disk, opened.db, file, RESTORED);
  if (isElsewhere) leaveSecret(opened.db);
  const isCopy = settleBackup(disk, opened.db, folder, RESTORED) || isElsewhere;
  // A person must know of it where something may be sent from two places.
  if (!isCopy || countWaiting(opened.db) === 0) return opened;
  return { ...opened, notices: [...opened.notices, { code: 'work-copied' }] };
}

/** A copy asks for a sign-in of its own: the one that it names is the original's. */
function leaveSecret(db: Db): void {
  const own = noteOf(db, OWN_SECRET);
  if (own === null) return;
  transact(db, () => {
    dropNote(db, OWN_SECRET);
    setNote(db, LEFT_SECRET, own);
  });
}

function openWhole(disk: Disk, folder: string, file: string, now: number): OpenedWork {
  keepLog(disk, file, now);
  const sentinel = path.join(folder, SENTINEL);
  const wanted = requestedBackup(disk, folder);
  if (wanted === null) return openAsFound(disk, folder, file, now, sentinel);
  const opened =
    draftBackup(disk, folder, file, wanted) === null
      ? refuseWanted(openAsFound(disk, folder, file, now, sentinel), wanted)
      : restoreWanted(disk, folder, file, now, sentinel, wanted);
  // The request goes last: a kill before that restores once more, and sets aside what it just made.
  disk.files.rmSync(path.join(folder, RESTORE_REQUEST), { force: true });
  return opened;
}

/**
 * A kill while the work was set aside may have left its log behind, in which its last changes are: it follows. One
 * that somebody left by hand belongs to no work that is there, and is kept by itself.
 */
function keepLog(disk: Disk, file: string, now: number): void {
  const { files: fs } = disk;
  if (fs.existsSync(file) || !fs.existsSync(`${file}-wal`)) return;
  // What is put back lies ready before anything is set aside.
  const isCutShort = fs.existsSync(draftOf(file));
  const aside = isCutShort ? newestAside(disk, file) : null;
  moveDatabase(disk, file, aside ?? freeName(disk, file, now, 'damaged'));
}

function openAsFound(
  disk: Disk,
  folder: string,
  file: string,
  now: number,
  sentinel: string,
): OpenedWork {
  const fs = disk.files;
  const known = fs.existsSync(sentinel) || listBackups(disk, folder).length > 0;
  if (!known && (!fs.existsSync(file) || isBegun(disk, file))) return begin(disk, file, sentinel);
  const { sound, layout } = examine(disk, file);
  if (sound) {
    refuseNewer(layout);
    const opened = upgrade(disk, file, folder, now, sentinel);
    if (isReadable(opened.db)) return opened;
    opened.db.close();
  }
  return restore(disk, folder, file, now, sentinel);
}

/**
 * A kill at the first start may leave a file in which nothing was ever kept. Its log, where there is one without it, is
 * not gone by: what cut such a file to nothing may have left work there.
 */
function isBegun(disk: Disk, file: string): boolean {
  const { files: fs } = disk;
  if (fs.statSync(file).size === 0 && fs.existsSync(`${file}-wal`)) return false;
  return peek(disk, file, (db) => db.prepare('SELECT 1 FROM sqlite_schema').get()) === undefined;
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

/** A flipped bit inside a value, or in the name of a column, leaves the database sound and the work unreadable. */
function isReadable(db: Db): boolean {
  try {
    new OperationStore(db).open();
    noteOf(db, RESTORED);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError || isNonsense(error))
      return false;
    throw error;
  }
}

function begin(disk: Disk, file: string, sentinel: string): OpenedWork {
  const db = openWriter(disk, file, 'full');
  migrate(db);
  disk.files.writeFileSync(sentinel, 'An outbox exists beside this file.\n');
  return { db, notices: [] };
}

function upgrade(
  disk: Disk,
  file: string,
  folder: string,
  now: number,
  sentinel: string,
): OpenedWork {
  const fs = disk.files;
  const db = openWriter(disk, file, 'full');
  try {
    const version = versionOf(db);
    const isEarlier = version > 0 && version < workVersion;
    const notices = isEarlier ? keepEarlier(disk, db, file, folder, now) : [];
    migrate(db);
    if (!fs.existsSync(sentinel))
      fs.writeFileSync(sentinel, 'An outbox exists beside this file.\n');
    return { db, notices };
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * No layout is raised before what it is raised from is kept. Where no sound backup can be made of it, it is kept as
 * its file lies on the disk, and a person is told; a disk that takes neither copy leaves the layout as it is.
 */
function keepEarlier(
  disk: Disk,
  db: Db,
  file: string,
  folder: string,
  now: number,
): readonly DataNotice[] {
  if (backUp(disk, db, folder, now, 'upgrade') !== null) return [];
  db.pragma('wal_checkpoint(TRUNCATE)');
  const kept = freeName(disk, file, now, 'earlier');
  copyWhole(disk, file, kept);
  return [{ code: 'raised-without-backup', kept: path.basename(kept) }];
}

/** A backup that is whole and not of a newer Cabinet, which this one could not open. */
function isUsable(disk: Disk, backup: string): boolean {
  const { sound, layout } = examine(disk, backup);
  return sound && layout <= workVersion;
}

/**
 * Makes a backup ready to take the place of the work: the one of this name, or the newest that can be read. It is
 * marked as a backup before it takes the name: whatever waits in it may have been sent since, and a kill must not
 * make that forgotten. Gives the backup's file; null where there is none that could be put back.
 */
function draftBackup(disk: Disk, folder: string, file: string, name?: string): string | null {
  const found = listBackups(disk, folder).find(
    (each) =>
      (name === undefined || path.basename(each) === name) &&
      isUsable(disk, each) &&
      isDrafted(disk, each, file),
  );
  if (found === undefined) removeDatabase(disk, draftOf(file));
  return found ?? null;
}

const draftOf = (file: string) => `${file}.part`;

/** A backup is a copy of what there was: of work that had become unreadable meanwhile it is unreadable too. */
function isDrafted(disk: Disk, backup: string, file: string): boolean {
  const draft = draftOf(file);
  removeDatabase(disk, draft);
  copyWhole(disk, backup, draft);
  const db = openWriter(disk, draft, 'full');
  try {
    migrate(db);
    if (!isReadable(db)) return false;
    setNote(db, RESTORED, '1');
    forgetPlace(db);
    carrySecretName(disk, file, db);
    return true;
  } finally {
    db.close();
  }
}

/** A sign-in since the backup is kept under a name that only the replaced work knows, and is to be forgotten by it. */
function carrySecretName(disk: Disk, file: string, draft: Db): void {
  if (noteOf(draft, OWN_SECRET) !== null) return;
  // A restore that was killed has set it aside already.
  const replaced = disk.files.existsSync(file) ? file : newestAside(disk, file);
  const name = replaced === null ? null : peek(disk, replaced, (db) => noteOf(db, OWN_SECRET));
  if (name !== null) setNote(draft, OWN_SECRET, name);
}

/** What a full disk cut short takes no more of its room. */
function copyWhole(disk: Disk, from: string, to: string): void {
  try {
    disk.files.copyFileSync(from, to);
  } catch (error) {
    removeQuietly(disk.files, to);
    throw error;
  }
}

function putDraftBack(disk: Disk, file: string): void {
  removeDatabase(disk, file);
  disk.files.renameSync(draftOf(file), file);
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
  putDraftBack(disk, file);
  const { db } = upgrade(disk, file, folder, now, sentinel);
  return { db, notices: [{ code: 'backup-put-back', backup, aside }] };
}

function restore(
  disk: Disk,
  folder: string,
  file: string,
  now: number,
  sentinel: string,
): OpenedWork {
  const backup = draftBackup(disk, folder, file);
  const aside = disk.files.existsSync(file) ? path.basename(setAside(disk, file, now)) : null;
  if (backup === null) {
    removeDatabase(disk, file);
    const { db } = begin(disk, file, sentinel);
    return { db, notices: [{ code: 'work-lost', aside }] };
  }
  putDraftBack(disk, file);
  const { db } = upgrade(disk, file, folder, now, sentinel);
  return { db, notices: [{ code: 'work-restored', backup: path.basename(backup), aside }] };
}
