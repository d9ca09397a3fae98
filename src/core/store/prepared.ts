import type Database from 'better-sqlite3';
import type { Db } from './database.ts';

const known = new WeakMap<Db, Map<string, Database.Statement>>();

/**
 * Returns a cached prepared statement of a database.
 *
 * Preparing takes longer than running most statements. A statement that is plucked must be plucked
 * wherever the same text is used.
 */
export function prepared(db: Db, sql: string): Database.Statement {
  const statements = known.get(db) ?? new Map<string, Database.Statement>();
  known.set(db, statements);
  const statement = statements.get(sql) ?? db.prepare(withStablePlan(sql));
  statements.set(sql, statement);
  return statement;
}

const LOOKED_AT = /(=|\bLIMIT|\bOFFSET) (\?|@\w+)/g;

/**
 * Returns the text of a statement with a plan that does not depend on its values.
 *
 * SQLite uses compared values to choose a plan, and prepares the statement again when they change.
 * With an order or a join, that is most of the cost of a small query. A value inside `likely()` is
 * not used for this.
 */
export function withStablePlan(sql: string): string {
  return sql.replace(LOOKED_AT, '$1 likely($2)');
}
