import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';
import type { Disk } from '../platform/disk.ts';
import { oneNumber } from './cells.ts';

type Db = Database.Database;

/**
 * Throws `damaged` for a database with views.
 *
 * Cabinet makes none. A view in the place of a table can compute without end when it is read.
 */
export function refuseViews(db: Db): void {
  if (namesOf(db, 'view').length > 0)
    throw new AppError('damaged', 'The database has views, which Cabinet does not make.');
}

/** Removes every view of a database. */
export function dropViews(db: Db): void {
  for (const name of namesOf(db, 'view')) db.exec(`DROP VIEW ${quoted(name)}`);
}

/**
 * Removes every trigger and view of a database whose layout has none.
 *
 * A foreign trigger could drop or change written values, or compute without end.
 */
export function dropTriggersAndViews(db: Db): void {
  for (const name of namesOf(db, 'trigger')) db.exec(`DROP TRIGGER ${quoted(name)}`);
  dropViews(db);
}

/** One table, index, trigger or view of a database; `sql` is its definition without comments. */
export interface SchemaPart {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** Returns the parts of an empty database that `build` has filled. */
export function layoutBy(disk: Pick<Disk, 'openDatabase'>, build: (db: Db) => void): SchemaPart[] {
  const db = disk.openDatabase(':memory:');
  try {
    build(db);
    return partsOf(db);
  } finally {
    db.close();
  }
}

/**
 * Returns whether a database has exactly the tables of a layout, and no enormous or odd value.
 *
 * A rule or a computed column of somebody else could drop a change without an error, or compute
 * without end. Call before any row is read.
 */
export function hasOwnTables(db: Db, layout: readonly SchemaPart[]): boolean {
  if (!isSchemaShort(db)) return false;
  const tables = definitions(partsOf(db));
  return tables.join('\n') === definitions(layout).join('\n') && !holdsOddValues(db);
}

/** A definition of megabytes would take memory; all of Cabinet together have 20 KB. */
const SCHEMA_SIZE =
  'SELECT count(*) < 1000 AND total(octet_length(sql)) < 1000000 FROM sqlite_schema';

/** Returns whether the definitions of a database have a size that can be read. */
export function isSchemaShort(db: Db): boolean {
  return db.prepare(SCHEMA_SIZE).pluck().get() === 1;
}

/**
 * Returns the parts of a database that none of the layouts has.
 *
 * The tables of SQLite's own statistics do not count.
 */
export function foreignParts(db: Db, ...layouts: (readonly SchemaPart[])[]): SchemaPart[] {
  const own = new Set(layouts.flat().map(keyOf));
  return partsOf(db).filter((part) => !own.has(keyOf(part)) && !STATISTICS.has(part.sql));
}

/** Returns whether a database has every table and trigger of a layout. */
export function hasParts(db: Db, layout: readonly SchemaPart[]): boolean {
  const found = new Set(partsOf(db).map(keyOf));
  return layout.every((part) => part.type === 'index' || found.has(keyOf(part)));
}

/** Removes a part of a database. */
export function dropPart(db: Db, { type, name }: SchemaPart): void {
  db.exec(`DROP ${type} IF EXISTS ${quoted(name)}`);
}

const keyOf = ({ type, name, sql }: SchemaPart) => `${type} ${name} ${sql}`;

function definitions(parts: readonly SchemaPart[]): readonly string[] {
  const tables = parts.filter((part) => part.type === 'table' && !STATISTICS.has(part.sql));
  return tables.map(({ name, sql }) => `${name} ${sql}`).sort();
}

/** The tables that SQLite itself makes to measure indexes. */
const STATISTICS = new Set([
  'CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
]);

/** The most bytes of one value: the largest answer of a service, from which values come. */
const LONGEST = 64 << 20;
/** The most bytes of a table that is read as a whole. Honest ones have less than a megabyte. */
const MOST_OF_TABLE = 256 << 20;
const READ_WHOLE = new Set([
  'change_group',
  'draft',
  'hidden_problem',
  'meta',
  'plan',
  'review',
  'service_fact',
  'setting',
  'view',
]);
const COLUMNS = z.array(z.object({ name: z.string(), type: z.string() }));
/** The types of values in a column of a declared type. SQLite itself also stores others. */
const TYPES: Readonly<Record<string, string>> = {
  TEXT: "'text', 'null'",
  INTEGER: "'integer', 'real', 'null'",
};

/**
 * Returns whether a value or a table is larger than any that Cabinet writes, or a value of another
 * type; no value is loaded.
 */
export function holdsOddValues(db: Db): boolean {
  return partsOf(db).some(({ type, name, sql }) => {
    if (type !== 'table' || !sql.startsWith('CREATE TABLE')) return false;
    const columns = COLUMNS.parse(
      db.prepare('SELECT name, type FROM pragma_table_info(?)').all(name),
    );
    const isOdd = columns.map((column) => {
      const quotedName = quoted(column.name);
      const types = TYPES[column.type];
      const isOther = types === undefined ? '' : ` OR typeof(${quotedName}) NOT IN (${types})`;
      return `octet_length(${quotedName}) > ${LONGEST}${isOther}`;
    });
    const odd = `SELECT 1 FROM ${quoted(name)} WHERE ${isOdd.join(' OR ')} LIMIT 1`;
    if (db.prepare(odd).get() !== undefined) return true;
    return READ_WHOLE.has(name) && bytesOf(db, name, columns) > MOST_OF_TABLE;
  });
}

function bytesOf(db: Db, table: string, columns: readonly { readonly name: string }[]): number {
  const sizes = columns.map(({ name }) => `coalesce(octet_length(${quoted(name)}), 0)`);
  const sum = `SELECT coalesce(sum(${sizes.join(' + ')}), 0) FROM ${quoted(table)}`;
  return oneNumber.parse(db.prepare(sum).pluck().get());
}

/**
 * Removes every index that a layout does not have; returns the statements of the missing ones.
 *
 * A foreign unique index could refuse or replace written rows.
 */
export function dropForeignIndexes(db: Db, layout: string): ReadonlySet<string> {
  const own = new Set([...layout.matchAll(INDEX)].map(([sql]) => plain(sql)));
  for (const { type, name, sql } of partsOf(db)) {
    if (type !== 'index') continue;
    const isOwn = sql === '' || own.delete(sql);
    if (!isOwn) db.exec(`DROP INDEX ${quoted(name)}`);
  }
  return own;
}

const INDEX = /CREATE INDEX [^;]+/g;
const PARTS = z.array(z.object({ type: z.string(), name: z.string(), sql: z.string() }));

function partsOf(db: Db): SchemaPart[] {
  const sql = "SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema";
  return PARTS.parse(db.prepare(sql).all()).map((part) => ({ ...part, sql: plain(part.sql) }));
}

/** A quoted name or text, or a comment. */
const QUOTED_OR_COMMENT =
  /'[^']*'?|"[^"]*"?|`[^`]*`?|\[[^\]]*\]?|--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?/g;

/** Returns SQL without comments, and with single blanks. */
function plain(sql: string): string {
  const bare = sql.replaceAll(QUOTED_OR_COMMENT, (each) => (/^(?:--|\/)/.test(each) ? ' ' : each));
  return bare.replaceAll(/\s+/g, ' ').trim();
}

function namesOf(db: Db, type: 'view' | 'trigger'): readonly string[] {
  const rows = db.prepare('SELECT name FROM sqlite_schema WHERE type = ?').pluck().all(type);
  return rows.map((name) => z.string().parse(name));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
