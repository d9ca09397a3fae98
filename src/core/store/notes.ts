import { maybeText } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** Returns a note of a database from its table `meta`; null if there is none. */
export function noteOf(db: Db, key: string): string | null {
  const value = prepared(db, 'SELECT value FROM meta WHERE key = ?').pluck().get(key);
  return maybeText.parse(value) ?? null;
}

export function setNote(db: Db, key: string, value: string): void {
  prepared(db, 'INSERT OR REPLACE INTO meta(key, value) VALUES (?, ?)').run(key, value);
}

export function dropNote(db: Db, key: string): void {
  prepared(db, 'DELETE FROM meta WHERE key = ?').run(key);
}
