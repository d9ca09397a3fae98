import { CHANGE_SCHEMA } from './changeSchema.ts';
import { oneNumber } from './cells.ts';
import { transact } from './database.ts';
import type { Db } from './database.ts';
import { noteOf, setNote } from './notes.ts';

/** The records as the service sent them, and the state of pulls and pages. */
const RECORDS = `
  CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE record(
    rid INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    doc TEXT NOT NULL,
    hash BLOB NOT NULL,
    run INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    missing_since INTEGER,
    UNIQUE(kind, id));
  CREATE INDEX record_run ON record(kind, run);
  CREATE TABLE pull_run(
    run INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    state TEXT NOT NULL,
    cursor TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL);
  CREATE TABLE page(
    kind TEXT NOT NULL,
    place TEXT NOT NULL,
    digest TEXT NOT NULL,
    total INTEGER,
    ids TEXT NOT NULL,
    marks BLOB,
    run INTEGER NOT NULL,
    PRIMARY KEY(kind, place));
  CREATE TABLE file_state(
    path TEXT PRIMARY KEY, missing_since INTEGER, checked_at INTEGER NOT NULL) WITHOUT ROWID`;

/**
 * The steps that build the lasting tables of the mirror, oldest first.
 *
 * A released step never changes. A new layout is a new step at the end, which must keep every
 * record and every remote change.
 */
const STEPS: readonly string[] = [
  `${RECORDS};\n${CHANGE_SCHEMA}`,
  'ALTER TABLE pull_log ADD COLUMN complete INTEGER NOT NULL DEFAULT 1',
];

/** Creates the lasting tables of each version, oldest first, to compare others with. */
export const mirrorLayouts = STEPS.map((_, at) => (db: Db) => {
  for (const step of STEPS.slice(0, at + 1)) db.exec(step);
});

const VERSION = 'mirror:version';

/** The tables of the first step, which identify a mirror without a version. */
const FIRST_TABLES = ['record', 'pull_run', 'page', 'file_state', 'record_change', 'pull_log'];

/** Returns whether the database holds the tables of the first step. */
function hasFirstTables(db: Db): boolean {
  const found = db
    .prepare(
      "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?))",
    )
    .pluck()
    .get(JSON.stringify(FIRST_TABLES));
  return oneNumber.parse(found) === FIRST_TABLES.length;
}

function versionOf(db: Db): number {
  const hasNotes =
    db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
  if (!hasNotes) return 0;
  const noted = noteOf(db, VERSION);
  if (noted !== null) return Number(noted);
  // The first layout stored no version.
  return hasFirstTables(db) ? 1 : Number.NaN;
}

/**
 * Upgrades the lasting tables of a mirror to the newest layout, keeping all their rows.
 *
 * Returns false for a mirror of unknown layout: one of a newer Cabinet, or one older than the first
 * step.
 */
export function upgradeMirror(db: Db): boolean {
  const version = versionOf(db);
  if (Number.isNaN(version) || version > STEPS.length) return false;
  if (version === STEPS.length && noteOf(db, VERSION) !== null) return true;
  transact(db, () => {
    for (const step of STEPS.slice(version)) db.exec(step);
    setNote(db, VERSION, String(STEPS.length));
  });
  return true;
}
