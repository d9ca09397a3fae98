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
