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
  const statement = statements.get(sql) ?? db.prepare(withStablePlan(sql));
  statements.set(sql, statement);
  return statement;
}

const LOOKED_AT = /(=|\bLIMIT|\bOFFSET) (\?|@\w+)/g;

/**
 * A statement's text so that it stays prepared. SQLite looks at a value that something is equal to while it
 * chooses between plans, and chooses anew for every other value: with an order or a join that is most of what
 * a small query takes. Behind a function that gives what it was given, no value is looked at.
 */
export function withStablePlan(sql: string): string {
  return sql.replace(LOOKED_AT, '$1 likely($2)');
}
