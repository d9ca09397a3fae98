import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { isSound, openWriter } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { upgradeMirror } from '../store/mirrorSchema.ts';
import { prepareProjections } from '../store/projectionSchema.ts';

/** The mirror, opened. */
export interface OpenedCache {
  readonly db: Db;
  /** The file is as the last close left it: no power cut, no new file, no new projection. */
  readonly untouched: boolean;
  /** The damaged file that was put away; null if there was none. */
  readonly setAside: string | null;
}

/**
 * Opens the mirror for writing and upgrades its layout. Records and remote changes are kept; projections of
 * an earlier layout are created empty and filled by `rebuildNext`.
 *
 * A damaged mirror is set aside and begun anew, since it can be pulled again. With a `seal` that fits, the
 * check for damage is skipped.
 */
export function openCache(
  disk: Disk,
  file: string,
  now: number,
  seal: string | null = null,
): OpenedCache {
  const existed = disk.files.existsSync(file);
  const untouched = existed && isSealed(disk, file, seal);
  if (existed && !untouched && !isSound(disk, file)) {
    const aside = setAside(disk, file, now);
    return { ...begin(disk, file), setAside: aside };
  }
  if (!existed) return { ...begin(disk, file), setAside: null };
  const db = openMirror(disk, file);
  if (upgradeMirror(db))
    return { db, untouched: !prepareProjections(db) && untouched, setAside: null };
  db.close();
  removeDatabase(disk, file);
  return { ...begin(disk, file), setAside: null };
}

/** Nobody has touched the file since it was closed and sealed. */
export function isSealed(disk: Disk, file: string, seal: string | null): boolean {
  return seal !== null && sealOf(disk, file) === seal;
}

/** What a closed database looks like from outside; null while something of it still waits in its log. */
export function sealOf({ files: fs }: Disk, file: string): string | null {
  if (!fs.existsSync(file) || fs.existsSync(`${file}-wal`)) return null;
  const { size, mtimeNs } = fs.statSync(file, { bigint: true });
  return `${size}:${mtimeNs}`;
}

function begin(disk: Disk, file: string): { db: Db; untouched: false } {
  const db = openMirror(disk, file);
  upgradeMirror(db);
  prepareProjections(db);
  return { db, untouched: false };
}

/** A record fills most of a page of the usual size: larger ones hold several and waste less. */
const PAGE_BYTES = 8_192;

/** Four times as much made no first pull quicker, and what was once taken is never given back. */
const CACHE_KB = 16_384;

/** A catalogue is written in thousands of small steps: most pages are touched again before they are due. */
function openMirror(disk: Disk, file: string): Db {
  const db = openWriter(disk, file, 'normal', PAGE_BYTES);
  db.pragma(`cache_size = -${CACHE_KB}`);
  db.pragma('wal_autocheckpoint = 16000');
  return db;
}

/** A database, and the side files that SQLite keeps beside it. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Moves a database and its side files out of the way and returns the new name. */
export function setAside(
  disk: Disk,
  file: string,
  now: number,
  why: 'damaged' | 'replaced' = 'damaged',
): string {
  const target = freeName(disk, file, now, why);
  moveDatabase(disk, file, target);
  return target;
}

/** Under which name a database is kept beside the one in use: what was kept in the same millisecond has its own. */
export function freeName(
  { files: fs }: Disk,
  file: string,
  now: number,
  why: 'damaged' | 'replaced' | 'earlier',
): string {
  for (let at = now; ; at += 1) {
    const name = nameAside(file, at, why);
    if (!SUFFIXES.some((suffix) => fs.existsSync(name + suffix))) return name;
  }
}

/** Gives a database, or what there is of its side files, another name. */
export function moveDatabase({ files: fs }: Disk, from: string, to: string): void {
  for (const suffix of SUFFIXES)
    if (fs.existsSync(from + suffix)) fs.renameSync(from + suffix, to + suffix);
}

const ASIDE = /\.(?:damaged|replaced)-([^.]+Z)$/;

/** Every database that was set aside and lies beside the one in use, the newest first. */
export function listAside({ files: fs }: Disk, file: string): readonly string[] {
  const timeOf = (name: string) => ASIDE.exec(name)?.[1] ?? '';
  return fs
    .readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(path.basename(file)) && timeOf(name) !== '')
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .map((name) => path.join(path.dirname(file), name));
}

/** The database that was set aside last, which has no log of its own; null where there is none. */
export function newestAside(disk: Disk, file: string): string | null {
  const [newest] = listAside(disk, file);
  return newest === undefined || disk.files.existsSync(`${newest}-wal`) ? null : newest;
}

function nameAside(file: string, now: number, why: 'damaged' | 'replaced' | 'earlier'): string {
  return `${file}.${why}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/** Removes a database with its side files: a log left behind would be replayed into whatever takes the name. */
export function removeDatabase({ files: fs }: Disk, file: string): void {
  for (const suffix of SUFFIXES) fs.rmSync(file + suffix, { force: true });
}
