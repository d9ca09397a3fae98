import { createHash } from 'node:crypto';
import { resources } from '#contract/resources/registry.ts';
import { numberOrNull, oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { dropNote, noteOf, setNote } from './notes.ts';
import { prepared } from './prepared.ts';

/** Changes that are logged before the records are counted again from the start. */
const MOST_LOGGED = 5_000;

/**
 * The tables of what the records have in common.
 *
 * `learned_change` keeps the counted version of each changed record, so that it can be taken away
 * again. New records need no entry: their numbers are above the last counted one.
 */
const TABLES = `
  CREATE TABLE learned_place(
    kind TEXT NOT NULL, path TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(kind, path));
  CREATE TABLE learned_pair(
    kind TEXT NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, body TEXT NOT NULL, PRIMARY KEY(kind, a, b));
  CREATE TABLE learned_change(number INTEGER PRIMARY KEY, rid INTEGER NOT NULL, kind TEXT NOT NULL, before TEXT);
  CREATE TRIGGER learned_record AFTER UPDATE OF doc, missing_since ON record
    WHEN (OLD.hash <> NEW.hash OR OLD.missing_since IS NOT NEW.missing_since)
      AND coalesce((SELECT max(number) FROM learned_change), 0) < ${MOST_LOGGED}
    BEGIN INSERT INTO learned_change(rid, kind, before)
      VALUES (OLD.rid, OLD.kind, CASE WHEN OLD.missing_since IS NULL THEN OLD.doc END); END`;

const PARTS = ['learned_place', 'learned_pair', 'learned_change', 'learned_record'];
const DROP = `
  DROP TABLE IF EXISTS learned_place; DROP TABLE IF EXISTS learned_pair;
  DROP TABLE IF EXISTS learned_change; DROP TRIGGER IF EXISTS learned_record`;

/** Raised when the way of counting changes, so that all records are counted again. */
const COUNTING = 1;

const NOTE = 'projection:learned';
const COUNTED_NOTE = 'learned:upTo';

let knownDigest: string | null = null;

function digest(): string {
  knownDigest ??= digestOfCounting();
  return knownDigest;
}

function digestOfCounting(): string {
  const fields = resources.map(({ kind, fields: all }) => [kind, Object.keys(all)]);
  const text = JSON.stringify([COUNTING, TABLES, fields]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function hasParts(db: Db): boolean {
  const sql = 'SELECT count(*) FROM sqlite_schema WHERE name IN (SELECT value FROM json_each(?))';
  return oneNumber.parse(prepared(db, sql).pluck().get(JSON.stringify(PARTS))) === PARTS.length;
}

/** Returns whether the tables must be created again. */
export function isLearnedOutdated(db: Db): boolean {
  return noteOf(db, NOTE) !== digest() || !hasParts(db);
}

/** Creates the tables, empty. Call inside a transaction. */
export function createLearned(db: Db): void {
  db.exec(`${DROP};${TABLES}`);
  dropNote(db, COUNTED_NOTE);
  setNote(db, NOTE, digest());
}

/** Creates the tables in an empty database, to compare others with. */
export function createLearnedTables(db: Db): void {
  db.exec(TABLES);
}

/** Forgets the tables if one of their parts was removed, so that they are created again. */
export function forgetLearned(db: Db, part: string): void {
  if (part.startsWith('learned_')) dropNote(db, NOTE);
}

/** Empties the tables of another service. Call inside a transaction. */
export function emptyLearned(db: Db): void {
  db.exec('DELETE FROM learned_place; DELETE FROM learned_pair; DELETE FROM learned_change');
  dropNote(db, COUNTED_NOTE);
}

/** Returns the number of the last counted record; null before the first complete count. */
export function countedUpTo(db: Db): number | null {
  const note = noteOf(db, COUNTED_NOTE);
  return note === null ? null : Number(note);
}

/** Notes the number of the last counted record. Call inside a transaction. */
export function noteCounted(db: Db, upTo: number): void {
  setNote(db, COUNTED_NOTE, String(upTo));
}

/** Forgets how far the records are counted, and the logged changes. Call inside a transaction. */
export function forgetCounted(db: Db): void {
  dropNote(db, COUNTED_NOTE);
  prepared(db, 'DELETE FROM learned_change').run();
}

/** Returns whether more records may have changed than were logged. */
export function isLogFull(db: Db): boolean {
  const last = prepared(db, 'SELECT max(number) FROM learned_change').pluck().get();
  return (numberOrNull.parse(last) ?? 0) >= MOST_LOGGED;
}
