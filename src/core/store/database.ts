import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Disk } from '../platform/disk.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { sortKey } from '../record/sortKey.ts';
import { refuseViews } from './foreignSchema.ts';

export type Db = Database.Database;

/** `full`: a committed change survives a power cut. `normal`: it survives a killed process. */
export type Durability = 'full' | 'normal';

const APPLICATION_ID = 0x43424e54;
/** Older versions may corrupt a WAL when two connections checkpoint at once. */
const OLDEST_SQLITE = [3, 51, 3] as const;

/**
 * Opens a database for its only writer.
 *
 * The durability is set again on every open.
 */
export function openWriter(
  disk: Disk,
  path: string,
  durability: Durability,
  pageBytes?: number,
): Db {
  const db = disk.openDatabase(path);
  requireSqlite(db);
  // Takes effect only while the file is empty.
  if (pageBytes !== undefined) db.pragma(`page_size = ${pageBytes}`);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${durability}`);
  if (process.platform === 'darwin') db.pragma('checkpoint_fullfsync = ON');
  if (process.platform === 'darwin' && durability === 'full') db.pragma('fullfsync = ON');
  // Written only once, because the write waits for the disk.
  if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID)
    db.pragma(`application_id = ${APPLICATION_ID}`);
  guard(db);
  return db;
}

/**
 * Opens a database for reading beside its writer.
 *
 * Throws if the file is missing, and `damaged` if the database has views.
 */
export function openReader(disk: Disk, path: string): Db {
  const db = disk.openDatabase(path, { readonly: true, fileMustExist: true });
  try {
    guard(db);
    refuseViews(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function guard(db: Db): void {
  db.pragma('foreign_keys = ON');
  db.pragma('trusted_schema = OFF');
  db.pragma('cell_size_check = ON');
  db.pragma('mmap_size = 0');
  db.pragma('busy_timeout = 5000');
  // SQLite itself folds the case of ASCII letters only.
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

/** The state of a file before it is opened for use; the layout of an unsound file is 0. */
export interface Examined {
  readonly sound: boolean;
  readonly layout: number;
}

/**
 * Returns whether a file is a sound database of Cabinet.
 *
 * An empty file opens as an empty database. Throws the disk's error if the file cannot be read.
 * That is no damage, so the file must not be replaced.
 */
export function isSound(disk: Disk, path: string, own?: OwnLayout): boolean {
  return examine(disk, path, own).sound;
}

/** Which databases of a kind are Cabinet's own: the newest layout, and a check of the tables. */
export interface OwnLayout {
  readonly newest: number;
  readonly fits: (db: Db, layout: number) => boolean;
}

/**
 * Returns whether a file is a sound database, and its layout, without writing to it.
 *
 * With `own`, tables that Cabinet did not make count as damage. They are compared before any row is
 * read. A layout above the newest one is not searched: the caller refuses it by its number.
 */
export function examine(disk: Disk, path: string, own?: OwnLayout): Examined {
  if (!disk.files.existsSync(path)) return UNSOUND;
  let db: Db | undefined;
  try {
    db = disk.openDatabase(path, { fileMustExist: true });
    if (db.pragma('application_id', { simple: true }) !== APPLICATION_ID) return UNSOUND;
    const layout = Number(db.pragma('user_version', { simple: true }));
    if (own !== undefined && layout > own.newest) return { sound: true, layout };
    const fits = own === undefined || own.fits(db, layout);
    const sound = fits && db.pragma('quick_check(1)', { simple: true }) === 'ok';
    return sound ? { sound, layout } : UNSOUND;
  } catch (error) {
    if (isNonsense(error)) return UNSOUND;
    throw error;
  } finally {
    db?.close();
  }
}

/**
 * Reads from a database that is not in use; returns null if it is unreadable.
 *
 * Leaves the database and its log as they are, and creates no log.
 */
export function peek<T>(disk: Disk, path: string, read: (db: Db) => T): T | null {
  let db: Db | undefined;
  try {
    // A read-only connection does not delete a log that it creates.
    const readonly = disk.files.existsSync(`${path}-wal`);
    db = disk.openDatabase(path, { fileMustExist: true, readonly });
    refuseViews(db);
    return read(db);
  } catch (error) {
    const isUnreadable = error instanceof z.ZodError || error instanceof AppError;
    if (isNonsense(error) || isUnreadable) return null;
    throw error;
  } finally {
    db?.close();
  }
}

const UNSOUND: Examined = { sound: false, layout: 0 };

const DAMAGE = /^SQLITE_(?:CORRUPT|NOTADB)/;
const NONSENSE = /^SQLITE_(?:ERROR|CORRUPT|NOTADB)/;

/** Returns whether an error says that a file is no sound database. */
export function isDamage(error: unknown): boolean {
  return hasCode(error, DAMAGE);
}

/**
 * Returns whether an error says that the content of a database is damaged.
 *
 * The pages may be sound while the stored layout is damaged.
 */
export function isNonsense(error: unknown): boolean {
  return hasCode(error, NONSENSE);
}

/** Returns whether an error has a code of this form, from SQLite or the system. */
export function hasCode(error: unknown, form: RegExp): boolean {
  return error instanceof Error && 'code' in error && form.test(String(error.code));
}

/**
 * Runs a function in one transaction of the mirror that survives a power cut.
 *
 * Used for data that another file forgets afterwards.
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
  // The transaction returns the result of `work`.
  return runnerOf(db).immediate(work) as T;
}

/**
 * Returns the transaction function of a database.
 *
 * It is made once: making one costs more than a begin and a commit.
 */
function runnerOf(db: Db): Runner {
  const runner = runners.get(db) ?? db.transaction((each: () => unknown) => each());
  runners.set(db, runner);
  return runner;
}

/**
 * Runs a function in one transaction that a power cut may undo.
 *
 * For a database under `full`: earlier commits stay durable, and this one does not wait for the
 * disk.
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
 * Runs a function with many reads in one read transaction.
 *
 * One transaction for each read would take longer than most reads.
 */
export function readAtOnce<T>(db: Db, work: () => T): T {
  // The transaction returns the result of `work`.
  return runnerOf(db).deferred(work) as T;
}
