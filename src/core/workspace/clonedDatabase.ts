import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { listBackups } from './backup.ts';
import { maybeText } from '../store/cells.ts';
import { openReader, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';
import { prepared } from '../store/prepared.ts';

/** Key of the note that holds the inode of `work.db` when it was last opened. */
const PLACE = 'place';

/**
 * Notes the inode of `work.db`; returns whether the file is a copy of the one last opened.
 *
 * A copy has another inode: it was carried to another computer, or restored from a copy of this
 * one. Its pending operations may have been sent by the original, so it is marked under `mark`
 * first. A file that Cabinet itself moved or restored has no noted inode and is no copy.
 */
export function detectClonedDatabase(disk: Disk, db: Db, file: string, mark: string): boolean {
  const here = placeOf(disk, file);
  const before = noteOf(db, PLACE);
  if (before === here) return false;
  // Earlier versions appended the number of the folder's last move.
  const isCopy = before !== null && before.split('@', 1)[0] !== here;
  transact(db, () => {
    if (isCopy) setNote(db, mark, '1');
    setNote(db, PLACE, here);
  });
  return isCopy;
}

/** Key of the note that holds the newest backup when `work.db` was last opened or backed up. */
const NEWEST = 'backup:newest';

/**
 * Notes the newest backup; returns whether `work.db` lacks the last request in it.
 *
 * Then an older copy was written over `work.db`, which keeps its inode. Or a file that a backup had
 * replaced was put back. It is marked like any other copy.
 */
export function settleBackup(disk: Disk, db: Db, profile: string, mark: string): boolean {
  const [newest] = listBackups(disk, profile);
  if (newest === undefined || path.basename(newest) === noteOf(db, NEWEST)) return false;
  const theirs = lastRequestIn(disk, newest);
  // The backup is checked again when it can be read. The profile opens in any case.
  if (theirs === null) return false;
  const isCopy = noteOf(db, mark) === null && !isKnown(db, theirs);
  transact(db, () => {
    if (isCopy) setNote(db, mark, '1');
    noteBackup(db, newest);
  });
  return isCopy;
}

/** Notes the backup that was just made of `work.db`. */
export function noteBackup(db: Db, file: string): void {
  setNote(db, NEWEST, path.basename(file));
}

// Requests are numbered alike in a replaced `work.db` and in the backup that replaced it, so a
// number alone is not unique.
const REQUEST = `SELECT a.number || ' ' || a.started_at || ' ' || o.id AS told
  FROM attempt a JOIN operation o ON o.seq = a.seq`;

/** Returns a unique text for the last request; empty if there was none. */
function lastRequest(db: Db): string {
  const last = prepared(db, `${REQUEST} ORDER BY a.number DESC LIMIT 1`).pluck().get();
  return maybeText.parse(last) ?? '';
}

function isKnown(db: Db, request: string): boolean {
  const known = db.prepare(
    `${REQUEST} WHERE a.number = CAST(@request AS INTEGER) AND told = @request`,
  );
  return request === '' || known.get({ request }) !== undefined;
}

/** Key of the note that holds the last request of `work.db` when the mirror was updated from it. */
const LAST = 'work:request';

/** Notes the last request in the mirror, by which an older copy of `work.db` alone is detected. */
export function noteLastRequest(cache: Db, work: Db): void {
  const request = lastRequest(work);
  if (noteOf(cache, LAST) !== request) setNote(cache, LAST, request);
}

/**
 * Returns whether the mirror knows of a request that `work.db` lacks.
 *
 * A large or killed `work.db` may have no backup that shows this.
 */
export function isBehindMirror(cache: Db, work: Db): boolean {
  return !isKnown(work, noteOf(cache, LAST) ?? '');
}

/** Returns the last request in a backup; null if the backup cannot be read now. */
function lastRequestIn(disk: Disk, backup: string): string | null {
  let db: Db | null = null;
  try {
    db = openReader(disk, backup);
    return lastRequest(db);
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** Forgets the inode of a `work.db` that Cabinet itself moves or restores. */
export function forgetPlace(db: Db): void {
  dropNote(db, PLACE);
}

function placeOf({ files }: Disk, file: string): string {
  return String(files.statSync(file, { bigint: true }).ino);
}
