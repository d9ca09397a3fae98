import { maybeText } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

/** What a database notes about itself under a key, in its table `meta`; null where it notes nothing. */
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
