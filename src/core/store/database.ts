import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Disk } from '../platform/disk.ts';
import { normalizeForSearch, sortKey } from '../record/normalizeForSearch.ts';

export type Db = Database.Database;

/** `full`: a committed change survives a power cut. `normal`: it survives a killed process. */
export type Durability = 'full' | 'normal';

const APPLICATION_ID = 0x43424e54;
/** Older libraries may lose a WAL that two connections check-point at once. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/** Opens a database for its one writer, with the promised durability set anew on every open. */
export function openWriter(
  disk: Disk,
  path: string,
  durability: Durability,
  pageBytes?: number,
): Db {
  const db = disk.openDatabase(path);
  requireSqlite(db);
  // Of effect only while the file is empty.
  if (pageBytes !== undefined) db.pragma(`page_size = ${pageBytes}`);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durability}`);
  if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = ON');
  if (process.platform === 'darwin' && durability === 'full') db.pragma('fullfsync = ON');
  // Written once: to write it is to wait for the disk.
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    db.pragma(`application_id = ${APPLICATION_ID}`);
  guard(db);
  return db;
}

/** Opens a database for reading beside its writer; fails when the file is missing. */
export function openReader(disk: Disk, path: string): Db {
  const db = disk.openDatabase(path, { readonly: true, fileMustExist: true });
  guard(db);
  return db;
}

function guard(db: Db): void {
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('mmap_size = 0');
  db.pragma('busy_timeout = 5000');
  // SQLite itself knows the case of ASCII letters alone.
  db.function('fold', { deterministic: true }, ofText(normalizeForSearch));
  db.function('sort_key', { deterministic: true }, ofText(sortKey));
}

function ofText(work: (text: string) => string): (value: unknown) => string | null {
  return (value) => {
    if (typeof value === 'string') return work(value);
    return typeof value === 'number' ? String(value) : null;
  };
}

function requireSqlite(db: Db): void {
  const version = db.prepare('SELECT sqlite_version()').pluck().get();
  const parts = String(version).split('.').map(Number);
  const found = OLDEST_SQLITE.findIndex((wanted, i) => (parts[i] ?? 0) !== wanted);
  if (found !== -1 && (parts[found] ?? 0) < (OLDEST_SQLITE[found] ?? 0))
    throw new AppError('internal', `SQLite ${String(version)} is too old to keep your work safe.`);
}

/** What a file is before anything is done with it; the layout is 0 for one that is not sound. */
export interface Examined {
  readonly sound: boolean;
  readonly layout: number;
}

/**
 * Tells whether a file is a sound database of ours; a file cut to nothing opens as an empty one. Throws
 * what the disk says where it cannot be read at all: that is no damage, and nothing may be put in its place.
 */
export function isSound(disk: Disk, path: string): boolean {
  return examine(disk, path).sound;
}

/** The same, with the layout that the file has, without writing to it. */
export function examine(disk: Disk, path: string): Examined {
  if (!disk.files.existsSync(path)) return UNSOUND;
  let db: Db | undefined;
  try {
    db = disk.openDatabase(path, { fileMustExist: true });
    const sound =
      db.pragma('application_id', { simple: true }) === APPLICATION_ID &&
      db.pragma('quick_check(1)', { simple: true }) === 'ok';
    return sound ? { sound, layout: Number(db.pragma('user_version', { simple: true })) } : UNSOUND;
  } catch (error) {
    if (isDamage(error)) return UNSOUND;
    throw error;
  } finally {
    db?.close();
  }
}

/**
 * Reads something of a database that nobody uses, leaving it and its log as they lie, and no log where there was none;
 * null where it cannot be read.
 */
export function peek<T>(disk: Disk, path: string, read: (db: Db) => T): T | null {
  let db: Db | undefined;
  try {
    // One that only reads leaves the log behind that it begins.
    const readonly = disk.files.existsSync(`${path}-wal`);
    db = disk.openDatabase(path, { fileMustExist: true, readonly });
    return read(db);
  } catch (error) {
    if (isNonsense(error) || error instanceof z.ZodError) return null;
    throw error;
  } finally {
    db?.close();
  }
}

const UNSOUND: Examined = { sound: false, layout: 0 };

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;
const NONSENSE = /^SQLITE_(?:ERROR|CORRUPT|NOTADB)/;

/** Tells whether what was thrown says that a file is no sound database. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, DAMAGE);
}

/** What a database says whose pages are sound, and not what it holds: its layout itself may be damaged. */
export function isNonsense(error: unknown): boolean {
  return hasCode(error, NONSENSE);
}

/** Tells whether what was thrown bears a code of this form, of SQLite or of the system. */
export function hasCode(error: unknown, form: RegExp): boolean {
  return error instanceof Error && 'code' in error && form.test(String(error.code));
}

/**
 * Runs a function in one transaction of the mirror that a power cut does not take back: what another
 * file is about to forget must be in this one for good.
 */
export function commitDurable<T>(db: Db, work: () => T): T {
  db.pragma('synchronous = full');
  try {
    return transact(db, work);
  } finally {
    db.pragma('synchronous = normal');
  }
}

type Runner = Database.Transaction<(work: () => unknown) => unknown>;
const runners = new WeakMap<Db, Runner>();

/** Runs a function in one transaction that takes the write lock at once. */
export function transact<T>(db: Db, work: () => T): T {
  // It gives what the work gave.
  return runnerOf(db).immediate(work) as T;
}

/** Made once: making one costs more than beginning and ending it. */
function runnerOf(db: Db): Runner {
  const runner = runners.get(db) ?? db.transaction((each: () => unknown) => each());
  runners.set(db, runner);
  return runner;
}

/**
 * The same for a change of a database under `full` that may be forgotten by a power cut, as long as
 * what was committed before is not: the disk is not waited for.
 */
export function commitRelaxed<T>(db: Db, work: () => T): T {
  if (db.inTransaction) return transact(db, work);
  db.pragma('synchronous = NORMAL');
  try {
    return transact(db, work);
  } finally {
    db.pragma('synchronous = FULL');
  }
}

/**
 * Runs a function that reads a database often as one reading: to begin and end one for each question takes
 * longer than most answers.
 */
export function readAtOnce<T>(db: Db, work: () => T): T {
  // It gives what the work gave.
  return runnerOf(db).deferred(work) as T;
}
