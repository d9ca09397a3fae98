import path from 'node:path';
import { originOf } from '../dataFolder/place.ts';
import type { Disk } from '../disk.ts';
import { listBackups } from './backup.ts';
import { numberOrNull } from './cells.ts';
import { openReader, transact } from './database.ts';
import type { Db } from './database.ts';
import { dropNote, noteOf, setNote } from './notes.ts';

/** Where the work was last opened: the number of its file on the disk, and that of the folder's last move. */
const PLACE = 'place';

/**
 * Notes where the work lies, and tells whether it is a copy of the one that was last opened: carried to another
 * computer, or put back by whoever keeps copies of this one. The system gives a copy another number. What waits in
 * it may have been sent from where it was made, so it is marked under `mark` before it counts as the work of this
 * place. A folder that Cabinet itself moved is no copy.
 */
export function settlePlace(disk: Disk, db: Db, file: string, mark: string): boolean {
  const here = placeOf(disk, file);
  const before = noteOf(db, PLACE);
  if (before === here.text) return false;
  const [number, move = '0'] = before?.split('@') ?? [];
  const isCopy = before !== null && number !== here.number && here.move <= Number(move);
  transact(db, () => {
    if (isCopy) setNote(db, mark, '1');
    setNote(db, PLACE, here.text);
  });
  return isCopy;
}

/** The newest backup of the work when this was last opened or backed up. */
const NEWEST = 'backup:newest';

/**
 * Notes the newest backup, and tells whether it holds requests that the work does not know of: an older copy was
 * written over the work, which leaves the file its number. It is marked as any other copy.
 */
export function settleBackup(disk: Disk, db: Db, profile: string, mark: string): boolean {
  const [newest] = listBackups(disk, profile);
  if (newest === undefined || path.basename(newest) === noteOf(db, NEWEST)) return false;
  const theirs = lastRequestIn(disk, newest);
  // It is looked at again when it can be read; no profile stays shut for it.
  if (theirs === null) return false;
  const isCopy = noteOf(db, mark) === null && theirs > lastRequest(db);
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

function lastRequest(db: Db): number {
  return numberOrNull.parse(db.prepare('SELECT max(number) FROM attempt').pluck().get()) ?? 0;
}

/** Null where the backup cannot be read, or not now. */
function lastRequestIn(disk: Disk, backup: string): number | null {
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

/** What is put in the place of the work by Cabinet itself has lain nowhere yet. */
export function forgetPlace(db: Db): void {
  dropNote(db, PLACE);
}

function placeOf({ files }: Disk, file: string) {
  const number = String(files.statSync(file, { bigint: true }).ino);
  const dataDir = path.resolve(path.dirname(file), '..', '..');
  const move = originOf(files, dataDir)?.generation ?? 0;
  return { number, move, text: `${number}@${move}` };
}
