import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Field } from '#contract/resources/field.ts';
import { unwatchRows, watchRows } from './problemSchema.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { dropNote, noteOf, setNote } from './notes.ts';

/** The tables of one kind: narrow rows for lists, and the text index for searches. */
export interface KindTables {
  readonly rows: string;
  readonly find: string;
}

export function tablesOf(kind: Kind): KindTables {
  const name = kind.replaceAll('-', '_');
  return { rows: `rows_${name}`, find: `find_${name}` };
}

/** Returns the fields of a kind that lists show, in the descriptor's order. */
export function columnsOf(resource: Resource): readonly (readonly [string, Field])[] {
  const known = COLUMNS.get(resource.kind);
  if (known !== undefined) return known;
  const columns = Object.entries(resource.fields).filter(([, field]) => field.column !== undefined);
  COLUMNS.set(resource.kind, columns);
  return columns;
}

// Cached, because it is needed for every record of a list.
const COLUMNS = new Map<Kind, readonly (readonly [string, Field])[]>();

/**
 * Returns the column that sorts and filters a list field.
 *
 * The type of its values depends on the record.
 */
export function columnName(field: string): string {
  return `c_${field}`;
}

/** Bytes of text index that are buffered before a write, which leaves fewer pieces to merge. */
const TEXT_BUFFER = 16_777_216;

/** Returns statements that create the list tables of a kind, without indexes. */
export function createKindTables(resource: Resource): string {
  const { rows, find } = tablesOf(resource.kind);
  const columns = columnsOf(resource).map(([name]) => `, ${columnName(name)}`);
  // `merged` holds the whole record with its pending changes, or null without any.
  return `CREATE TABLE ${rows}(
    rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT, pending TEXT${columns.join('')},
    fields TEXT NOT NULL, folded TEXT NOT NULL, merged TEXT);
  CREATE INDEX ${rows}_pending ON ${rows}(pending) WHERE pending IS NOT NULL;
  CREATE VIRTUAL TABLE ${find} USING fts5(folded, content='', contentless_delete=1,
    tokenize='trigram case_sensitive 1');
  INSERT INTO ${find}(${find}, rank) VALUES ('hashsize', ${TEXT_BUFFER});`;
}

/**
 * Returns the indexes that sort the lists of a kind and find a code.
 *
 * A first load builds them at its end.
 */
export function kindIndexes(resource: Resource): readonly string[] {
  const made = indexesOf(resource).map(
    ([name, on]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${tablesOf(resource.kind).rows}(${on})`,
  );
  return [...made, ...watchRows(resource.kind)];
}

/** Returns statements that drop the indexes of `kindIndexes`. */
export function dropKindIndexes(resource: Resource): readonly string[] {
  const dropped = indexesOf(resource).map(([name]) => `DROP INDEX IF EXISTS ${name}`);
  return [...dropped, ...unwatchRows(resource.kind)];
}

function indexesOf(resource: Resource): readonly (readonly [name: string, on: string])[] {
  const { rows } = tablesOf(resource.kind);
  const sorted = columnsOf(resource)
    .filter(([, field]) => field.column?.index === true)
    .map(([name]) => [`${rows}_${name}`, `${columnName(name)}, rid`] as const);
  return [[`${rows}_key`, 'key'], ...sorted];
}

/** Returns statements that drop the list tables of a kind, with indexes and triggers. */
export function dropKindTables(resource: Resource): string {
  const { rows, find } = tablesOf(resource.kind);
  return `DROP TABLE IF EXISTS ${rows}; DROP TABLE IF EXISTS ${find};`;
}

const loadRow = (kind: Kind) => `load:${kind}`;

/** Returns whether a first load must still build the list indexes of a kind. */
export function areIndexesOwed(db: Db, kind: Kind): boolean {
  return noteOf(db, loadRow(kind)) !== null;
}

/** Notes whether the list indexes of a kind must still be built. Call inside a transaction. */
export function oweIndexes(db: Db, kind: Kind, owed: boolean): void {
  // A first load writes its rows without changing the mark.
  markRows(db, kind);
  if (owed) setNote(db, loadRow(kind), '1');
  else dropNote(db, loadRow(kind));
}

const rowsMarkRow = (kind: Kind) => `rows:${kind}`;

/**
 * Returns a mark that changes when rows of a kind are added or removed.
 *
 * Rows are counted once for each mark. Null during a first load.
 */
export function rowsMark(db: Db, kind: Kind): string | null {
  if (areIndexesOwed(db, kind)) return null;
  return noteOf(db, rowsMarkRow(kind)) ?? '0';
}

/** Notes that rows of a kind were added or removed. Call inside the transaction that did so. */
export function markRows(db: Db, kind: Kind): void {
  prepared(
    db,
    "INSERT INTO meta(key, value) VALUES (?, '1') ON CONFLICT(key) DO UPDATE SET value = value + 1",
  ).run(rowsMarkRow(kind));
}

const owedRow = (kind: Kind) => `text:${kind}`;

/** Returns how far the text index of a kind was built after a first load; null if complete. */
export function textOwedFrom(db: Db, kind: Kind): number | null {
  const note = noteOf(db, owedRow(kind));
  return note === null ? null : Number(note);
}

/** Notes how far the text index was built; null if complete. Call inside a transaction. */
export function deferTextIndex(db: Db, kind: Kind, from: number | null): void {
  if (from === null) dropNote(db, owedRow(kind));
  else setNote(db, owedRow(kind), String(from));
}
