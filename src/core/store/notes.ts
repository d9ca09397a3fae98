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

const LEARNED = 'cap:';

/** Names the note with the time of a note that an answer of the service taught. */
export function timeNote(key: string): string {
  return `${LEARNED}at:${key.slice(LEARNED.length)}`;
}

/** Stores what an answer of the service taught, under a key of `cap:`, and when. */
export function learnNote(db: Db, key: string, value: string, at: number): void {
  setNote(db, key, value);
  setNote(db, timeNote(key), String(at));
}

export function dropNote(db: Db, key: string): void {
  prepared(db, 'DELETE FROM meta WHERE key = ?').run(key);
}
