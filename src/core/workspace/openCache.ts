import path from 'node:path';
import type { Disk } from '../platform/disk.ts';
import { isDamage, isSound, openWriter } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { dropViews } from '../store/foreignSchema.ts';
import { keepOwnMirror } from '../store/ownMirror.ts';
import { upgradeMirror } from '../store/mirrorSchema.ts';
import { prepareProjections } from '../store/projectionSchema.ts';

/** The opened mirror. */
export interface OpenedCache {
  readonly db: Db;
  /**
   * Whether the file is as the last close left it: no power cut, no new file, no new projection.
   */
  readonly untouched: boolean;
  /** The damaged file that was set aside; null if there was none. */
  readonly setAside: string | null;
}

/**
 * Opens the mirror for writing and upgrades its layout. Records and remote changes are kept;
 * projections of an earlier layout are created empty and filled by `rebuildNext`.
 *
 * A damaged mirror is set aside and created again, since it can be pulled again. With a `seal` that
 * fits, the check for damage is skipped.
 */
export function openCache(
  disk: Disk,
  file: string,
  now: number,
  seal: string | null = null,
): OpenedCache {
  let existed = disk.files.existsSync(file);
  // Behind an update, `isOwn` itself changes the file.
  const sealed = existed && isSealed(disk, file, seal);
  if (existed && !isOwn(disk, file, sealed)) {
    removeDatabase(disk, file);
    existed = false;
  }
  const untouched = existed && sealed;
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

/**
 * Returns whether a mirror has the tables that Cabinet makes; removes the parts of somebody else.
 *
 * A damaged file counts as Cabinet's own: it is set aside later.
 */
function isOwn(disk: Disk, file: string, sealed: boolean): boolean {
  let db: Db | undefined;
  try {
    db = disk.openDatabase(file);
    return keepOwnMirror(disk, db, !sealed);
  } catch (error) {
    if (isDamage(error)) return true;
    throw error;
  } finally {
    db?.close();
  }
}

/** Returns whether a file is unchanged since it was closed and sealed. */
export function isSealed(disk: Disk, file: string, seal: string | null): boolean {
  return seal !== null && sealOf(disk, file) === seal;
}

/** Returns size and time of a closed database; null while a log exists. */
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

/**
 * A record fills most of a default page; larger pages hold several records and waste less space.
 */
const PAGE_BYTES = 8_192;

/** A cache of four times this size made no first pull faster, and its memory is never released. */
const CACHE_KB = 16_384;

/**
 * Opens the mirror with a large WAL.
 *
 * A catalogue is written in thousands of small steps, which change most pages again before a
 * checkpoint.
 */
function openMirror(disk: Disk, file: string): Db {
  const db = openWriter(disk, file, 'normal', PAGE_BYTES);
  dropViews(db);
  db.pragma(`cache_size = -${CACHE_KB}`);
  db.pragma('wal_autocheckpoint = 16000');
  return db;
}

/** Suffixes of a database and its SQLite side files. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

/** Moves a database and its side files out of the way; returns the new name. */
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

/**
 * Returns an unused name for a database that is kept beside the one in use.
 *
 * The time in the name moves on if another file of the same millisecond exists.
 */
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

/** Renames a database with its existing side files. */
export function moveDatabase({ files: fs }: Disk, from: string, to: string): void {
  for (const suffix of SUFFIXES)
    if (fs.existsSync(from + suffix)) fs.renameSync(from + suffix, to + suffix);
}

const ASIDE = /\.(?:damaged|replaced)-([^.]+Z)$/;

/** Returns every database that was set aside, newest first. */
export function listAside({ files: fs }: Disk, file: string): readonly string[] {
  const timeOf = (name: string) => ASIDE.exec(name)?.[1] ?? '';
  return fs
    .readdirSync(path.dirname(file))
    .filter((name) => name.startsWith(path.basename(file)) && timeOf(name) !== '')
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
    .map((name) => path.join(path.dirname(file), name));
}

/** Returns the database that was set aside last; null if there is none or it has a log. */
export function newestAside(disk: Disk, file: string): string | null {
  const [newest] = listAside(disk, file);
  return newest === undefined || disk.files.existsSync(`${newest}-wal`) ? null : newest;
}

function nameAside(file: string, now: number, why: 'damaged' | 'replaced' | 'earlier'): string {
  return `${file}.${why}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
}

/**
 * Removes a database with its side files.
 *
 * A remaining log would be replayed into the next database of this name.
 */
export function removeDatabase({ files: fs }: Disk, file: string): void {
  for (const suffix of SUFFIXES) fs.rmSync(file + suffix, { force: true });
}
