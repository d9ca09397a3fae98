import path from 'node:path';
import { originOf } from '../dataFolder/place.ts';
import type { Disk } from '../disk.ts';
import { transact } from './database.ts';
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
