import type Database from 'better-sqlite3';
import { AppError } from '#contract/errors.ts';
import { z } from '#contract/zod.ts';

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
 * A trigger of somebody else could drop or change what is written, or compute without end.
 */
export function dropTriggersAndViews(db: Db): void {
  for (const name of namesOf(db, 'trigger')) db.exec(`DROP TRIGGER ${quoted(name)}`);
  dropViews(db);
}

const CONFLICT = /\bON\s+CONFLICT\b/i;

/**
 * Returns whether a table ignores or replaces rows that break its rules.
 *
 * No table of Cabinet does. Such a table could drop a change without an error.
 */
export function dropsRows(db: Db): boolean {
  return schemaOf(db, 'table').some(({ sql }) => CONFLICT.test(sql));
}

/**
 * Removes every index that a layout does not have, and makes the missing ones.
 *
 * A unique index of somebody else could refuse or replace what is written.
 */
export function keepOwnIndexes(db: Db, layout: string): void {
  const own = new Set([...layout.matchAll(INDEX)].map(([sql]) => plain(sql)));
  for (const { name, sql } of schemaOf(db, 'index')) {
    const isOwn = sql === '' || own.delete(plain(sql));
    if (!isOwn) db.exec(`DROP INDEX ${quoted(name)}`);
  }
  for (const sql of own) db.exec(sql);
}

const INDEX = /CREATE INDEX [^;]+/g;
const SCHEMA = z.array(z.object({ name: z.string(), sql: z.string() }));

function schemaOf(db: Db, type: 'table' | 'index'): z.infer<typeof SCHEMA> {
  const sql = "SELECT name, coalesce(sql, '') AS sql FROM sqlite_schema WHERE type = ?";
  return SCHEMA.parse(db.prepare(sql).all(type));
}

function plain(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}

/** Returns the names of all tables of a database. */
export function tablesIn(db: Db): readonly string[] {
  return namesOf(db, 'table');
}

function namesOf(db: Db, type: 'table' | 'view' | 'trigger'): readonly string[] {
  const rows = db.prepare('SELECT name FROM sqlite_schema WHERE type = ?').pluck().all(type);
  return rows.map((name) => z.string().parse(name));
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
