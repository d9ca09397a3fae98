import type Database from 'better-sqlite3';
import type { Db } from './database.ts';

const known = new WeakMap<Db, Map<string, Database.Statement>>();

/**
 * A statement made once for a database and used again: making one takes longer than running most. Whoever
 * plucks its values does so wherever the same text is used.
 */
export function prepared(db: Db, sql: string): Database.Statement {
  const statements = known.get(db) ?? new Map<string, Database.Statement>();
  known.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(sql);
  statements.set(sql, statement);
  return statement;
}
