import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { listBackups } from './backup.ts';
import { maybeText } from '../store/cells.ts';
import { openReader, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';
import { prepared } from '../store/prepared.ts';

/** Where the work was last opened: the number of its file on the disk. */
const PLACE = 'place';

/**
 * Notes where the work lies, and tells whether it is a copy of the one that was last opened: carried to another
 * computer, or put back by whoever keeps copies of this one. The system gives a copy another number. What waits in
 * it may have been sent from where it was made, so it is marked under `mark` before it counts as the work of this
 * place. What Cabinet itself moved or put there has lain nowhere yet, and is no copy.
 */
export function detectClonedDatabase(disk: Disk, db: Db, file: string, mark: string): boolean {
  const here = placeOf(disk, file);
  const before = noteOf(db, PLACE);
  if (before === here) return false;
  // An earlier Cabinet noted the number of the folder's last move behind it.
  const isCopy = before !== null && before.split('@', 1)[0] !== here;
  transact(db, () => {
    if (isCopy) setNote(db, mark, '1');
    setNote(db, PLACE, here);
  });
  return isCopy;
}

/** The newest backup of the work when this was last opened or backed up. */
const NEWEST = 'backup:newest';

/**
 * Notes the newest backup, and tells whether its last request is one that the work does not know of: an older copy was
 * written over the work, which leaves the file its number, or what a backup had replaced was put back. It is marked as
 * any other copy.
 */
export function settleBackup(disk: Disk, db: Db, profile: string, mark: string): boolean {
  const [newest] = listBackups(disk, profile);
  if (newest === undefined || path.basename(newest) === noteOf(db, NEWEST)) return false;
  const theirs = lastRequestIn(disk, newest);
  // It is looked at again when it can be read; no profile stays shut for it.
  if (theirs === null) return false;
  const isCopy = noteOf(db, mark) === null && !isKnown(db, theirs);
  transact(db, () => {
    if (isCopy) setNote(db, mark, '1');
    noteBackup(db, newest);
  });
  return isCopy;
}

/** Notes the backup that was made of the work just now. */
export function noteBackup(db: Db, file: string): void {
  setNote(db, NEWEST, path.basename(file));
}

// Work that a backup replaced and what went on from the backup count their requests alike: the number alone tells nothing.
const REQUEST = `SELECT a.number || ' ' || a.started_at || ' ' || o.id AS told
  FROM attempt a JOIN operation o ON o.seq = a.seq`;

/** What tells the last request from every other; empty where there was none. */
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

/** The last request that the work knew of when the mirror was brought in line with it. */
const LAST = 'work:request';

/** Notes in the mirror how far the work has come: an older copy of the work alone is known by that. */
export function noteLastRequest(cache: Db, work: Db): void {
  const request = lastRequest(work);
  if (noteOf(cache, LAST) !== request) setNote(cache, LAST, request);
}

/**
 * Tells whether the mirror was in line with work that had sent what this one knows nothing of: of large work, or where
 * the program was killed, there need be no backup that tells it.
 */
export function isBehindMirror(cache: Db, work: Db): boolean {
  return !isKnown(work, noteOf(cache, LAST) ?? '');
}

/** The last request that a backup holds. Null where it cannot be read, or not now. */
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

/** What Cabinet itself moved, or puts in the place of the work, has lain nowhere yet. */
export function forgetPlace(db: Db): void {
  dropNote(db, PLACE);
}

function placeOf({ files }: Disk, file: string): string {
  return String(files.statSync(file, { bigint: true }).ino);
}
