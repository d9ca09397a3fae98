import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { DataNotice } from '#contract/notes.ts';
import type { Disk } from '../platform/disk.ts';
import { countWaiting } from '../store/countPending.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';
import { backUp, listBackups, requestedBackup, RESTORE_REQUEST } from './backup.ts';
import { forgetPlace, settleBackup, detectClonedDatabase } from './clonedDatabase.ts';
import { MAX_DEPTH } from '../service/json.ts';
import { inspectJson } from '../service/jsonScan.ts';
import { examine, isNonsense, openWriter, peek, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { carryOwnSettings, dropForeignSettings } from './computerSettings.ts';
import { freeName, moveDatabase, newestAside, removeDatabase, setAside } from './openCache.ts';
import { z } from '#contract/zod.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { SettingStore } from '../store/metaStore.ts';
import { parseDoc } from '../store/recordStore.ts';
import { ENDED } from '../store/stateSql.ts';
import { OperationStore } from '../store/operationStore.ts';
import { LEFT_SECRET, OWN_SECRET } from './secretName.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';
import { dropForeignWork, keepWorkIndexes, ownWork } from '../store/foreignWork.ts';
import { migrate, versionOf, workVersion } from '../store/workSchema.ts';

/** The opened `work.db`, and notices for the user. */
export interface OpenedWork {
  readonly db: Db;
  readonly notices: readonly DataNotice[];
}

/** Key of the mark on a restored or copied `work.db`, kept until everything is updated from it. */
export const RESTORED = 'restored';
const SENTINEL = 'work.exists';

/**
 * Opens `work.db`.
 *
 * A missing, empty or damaged file never counts as an empty outbox. It is set aside, and the newest
 * sound backup replaces it. A copy of another `work.db` is recognised.
 */
export function openWork(disk: Disk, folder: string, now: number): OpenedWork {
  const file = path.join(folder, 'work.db');
  const opened = openWhole(disk, folder, file, now);
  const isElsewhere = detectClonedDatabase(disk, opened.db, file, RESTORED);
  if (isElsewhere) leaveSecret(opened.db);
  dropForeignSettings(disk, file, opened.db);
  const isCopy = settleBackup(disk, opened.db, folder, RESTORED) || isElsewhere;
  // The user must know that the same changes may be sent from two places.
  if (!isCopy || countWaiting(opened.db) === 0) return opened;
  return { ...opened, notices: [...opened.notices, { code: 'work-copied' }] };
}

/** Makes a copy ask for its own sign-in; the stored name belongs to the original's. */
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
  // The request is removed last. A kill before that restores again, and sets the restored file
  // aside.
  disk.files.rmSync(path.join(folder, RESTORE_REQUEST), { force: true });
  return opened;
}

/**
 * Moves a log without its database beside the database that was set aside.
 *
 * A kill while `work.db` was set aside leaves such a log, which holds the last changes. A log that
 * the user left belongs to no database and is kept separately.
 */
function keepLog(disk: Disk, file: string, now: number): void {
  const { files: fs } = disk;
  if (fs.existsSync(file) || !fs.existsSync(`${file}-wal`)) return;
  // The restored draft exists before anything is set aside.
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
  const { sound, layout } = examine(disk, file, ownWork(disk));
  if (sound) {
    refuseNewer(layout);
    const opened = upgrade(disk, file, folder, now, sentinel);
    if (isReadable(opened.db)) return opened;
    opened.db.close();
  }
  return restore(disk, folder, file, now, sentinel);
}

/**
 * Returns whether a file was created but never written to, as after a kill at the first start.
 *
 * A log beside an empty file is kept: the file may have been truncated, and the log may hold
 * changes.
 */
function isBegun(disk: Disk, file: string): boolean {
  const { files: fs } = disk;
  if (fs.statSync(file).size === 0 && fs.existsSync(`${file}-wal`)) return false;
  return peek(disk, file, (db) => db.prepare('SELECT 1 FROM sqlite_schema').get()) === undefined;
}

/**
 * Throws before the file is opened for writing, so that the file of a newer Cabinet stays
 * unchanged.
 */
function refuseNewer(layout: number): void {
  if (layout > workVersion)
    throw new AppError(
      'damaged',
      'This profile was created by a newer version of Cabinet. Update Cabinet to open it.',
      { why: why('newer-cabinet') },
    );
}

/**
 * Returns whether the operations can be read, and removes indexes of somebody else.
 *
 * A flipped bit in a value or a column name leaves a sound database with unreadable content.
 */
function isReadable(db: Db): boolean {
  try {
    keepWorkIndexes(db);
    for (const { base, patch } of new OperationStore(db).eachOpen()) {
      if (base !== null) parseDoc(base);
      if ([base ?? '', JSON.stringify(patch)].some(isTooDeep)) return false;
    }
    if (db.prepare(WITHOUT_RECORD).get() !== undefined) return false;
    kinds.parse(db.prepare('SELECT DISTINCT kind FROM entity').pluck().all());
    new SettingStore(db).all();
    noteOf(db, RESTORED);
    return true;
  } catch (error) {
    // A value of very many levels is too deep for the reader itself.
    const isTooDeepToRead = error instanceof RangeError;
    if (error instanceof SyntaxError || error instanceof z.ZodError || isTooDeepToRead)
      return false;
    if (isNonsense(error)) return false;
    throw error;
  }
}

/** A value of a patch lies a few levels below the patch itself. */
const DEEPEST = MAX_DEPTH + 4;

function isTooDeep(text: string): boolean {
  return inspectJson(Buffer.from(text), DEEPEST).tooDeep;
}

const kinds = z.array(kindSchema);
const WITHOUT_RECORD = `SELECT 1 FROM operation o WHERE state NOT IN ${ENDED}
  AND NOT EXISTS (SELECT 1 FROM entity e WHERE e.eid = o.eid)`;

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
    dropForeignWork(db);
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
 * Keeps a copy of `work.db` before its layout is upgraded.
 *
 * If no sound backup can be made, the file itself is copied, and a notice tells the user. If the
 * disk accepts neither copy, the layout is not upgraded.
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

/** Returns whether a backup is sound and not from a newer Cabinet. */
function isUsable(disk: Disk, backup: string): boolean {
  const { sound, layout } = examine(disk, backup, ownWork(disk));
  return sound && layout <= workVersion;
}

/**
 * Prepares a backup to replace `work.db`: the named one, or the newest readable one.
 *
 * The draft is marked as restored before it is renamed, because its pending operations may have
 * been sent since. A kill must not lose that mark. Returns the backup's file; null if none can be
 * restored.
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

/**
 * Prepares a draft from a backup; returns whether it is readable.
 *
 * A backup of an unreadable `work.db` is unreadable too.
 */
function isDrafted(disk: Disk, backup: string, file: string): boolean {
  const draft = draftOf(file);
  removeDatabase(disk, draft);
  copyWhole(disk, backup, draft);
  const db = openWriter(disk, draft, 'full');
  try {
    dropForeignWork(db);
    migrate(db);
    if (!isReadable(db)) return false;
    setNote(db, RESTORED, '1');
    forgetPlace(db);
    // A killed restore has already set the file aside.
    const replaced = disk.files.existsSync(file) ? file : newestAside(disk, file);
    carrySecretName(disk, replaced, file, db);
    carryOwnSettings(disk, replaced, { file: draft, db });
    return true;
  } finally {
    db.close();
  }
}

/**
 * Takes over the name of the sign-in of the replaced `work.db`.
 *
 * Only this file holds the name, which is needed to remove the sign-in and its password later. A
 * backup may have a name of its own, from before or from somebody else.
 */
function carrySecretName(disk: Disk, replaced: string | null, file: string, draft: Db): void {
  const kept = replaced === null ? null : peek(disk, replaced, (db) => noteOf(db, OWN_SECRET));
  const name = kept ?? noteOf(draft, OWN_SECRET);
  // With a name of its own, the draft never takes the token of an earlier version.
  const { ino, mtimeNs } = disk.files.statSync(draftOf(file), { bigint: true });
  setNote(draft, OWN_SECRET, name ?? `restored-${ino}-${mtimeNs}`);
}

/** Copies a file; removes an incomplete copy, so that it takes no space on a full disk. */
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
