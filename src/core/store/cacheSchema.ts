import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Field } from '#contract/resources/field.ts';
import { unwatchRows, watchRows } from './problemSchema.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { dropNote, noteOf, setNote } from './notes.ts';

/** The tables of one kind: narrow rows for lists, and the index that finds any part of a text. */
export interface KindTables {
  readonly rows: string;
  readonly find: string;
}

export function tablesOf(kind: Kind): KindTables {
  const name = kind.replaceAll('-', '_');
  return { rows: `rows_${name}`, find: `find_${name}` };
}

/** The fields of a kind that a list shows, in the descriptor's order. */
export function columnsOf(resource: Resource): readonly (readonly [string, Field])[] {
  const known = COLUMNS.get(resource.kind);
  if (known !== undefined) return known;
  const columns = Object.entries(resource.fields).filter(([, field]) => field.column !== undefined);
  COLUMNS.set(resource.kind, columns);
  return columns;
}

// Asked for every record of a list.
const COLUMNS = new Map<Kind, readonly (readonly [string, Field])[]>();

/** The column that sorts and filters a list field; its values have whatever type the record gives them. */
export function columnName(field: string): string {
  return `c_${field}`;
}

/** Bytes of text index that are gathered before they are written: fewer pieces to merge later. */
const TEXT_BUFFER = 16_777_216;

/** Statements that create the list tables of a kind, without indexes. */
export function createKindTables(resource: Resource): string {
  const { rows, find } = tablesOf(resource.kind);
  const columns = columnsOf(resource).map(([name]) => `, ${columnName(name)}`);
  // `merged` holds the whole record with queued changes laid over, only while there are any.
  return `CREATE TABLE ${rows}(
    rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, key TEXT, pending TEXT${columns.join('')},
    fields TEXT NOT NULL, folded TEXT NOT NULL, merged TEXT);
  CREATE INDEX ${rows}_pending ON ${rows}(pending) WHERE pending IS NOT NULL;
  CREATE VIRTUAL TABLE ${find} USING fts5(folded, content='', contentless_delete=1,
    tokenize='trigram case_sensitive 1');
  INSERT INTO ${find}(${find}, rank) VALUES ('hashsize', ${TEXT_BUFFER});`;
}

/** The indexes that keep a kind's lists sorted and find a code; a first load builds them at its end. */
export function kindIndexes(resource: Resource): readonly string[] {
  const made = indexesOf(resource).map(
    ([name, on]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${tablesOf(resource.kind).rows}(${on})`,
  );
  return [...made, ...watchRows(resource.kind)];
}

/** Takes away what `kindIndexes` builds. */
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

/** Statements that drop the list tables of a kind, with their indexes and triggers. */
export function dropKindTables(resource: Resource): string {
  const { rows, find } = tablesOf(resource.kind);
  return `DROP TABLE IF EXISTS ${rows}; DROP TABLE IF EXISTS ${find};`;
}

const loadRow = (kind: Kind) => `load:${kind}`;

/** Tells whether a first load has still to build the list indexes of a kind. */
export function areIndexesOwed(db: Db, kind: Kind): boolean {
  return noteOf(db, loadRow(kind)) !== null;
}

/** Notes that the list indexes of a kind are owed, or that they are there. Call inside a transaction. */
export function oweIndexes(db: Db, kind: Kind, owed: boolean): void {
  // The rows of a load are written without a word.
  markRows(db, kind);
  if (owed) setNote(db, loadRow(kind), '1');
  else dropNote(db, loadRow(kind));
}

const rowsMarkRow = (kind: Kind) => `rows:${kind}`;

/**
 * Is another one whenever rows of a kind have been added or taken away: how many there are is counted once
 * under the same mark. Null while a first load adds to them.
 */
export function rowsMark(db: Db, kind: Kind): string | null {
  if (areIndexesOwed(db, kind)) return null;
  return noteOf(db, rowsMarkRow(kind)) ?? '0';
}

/** Notes that rows of a kind were added or taken away. Call inside the transaction that did it. */
export function markRows(db: Db, kind: Kind): void {
  prepared(
    db,
    "INSERT INTO meta(key, value) VALUES (?, '1') ON CONFLICT(key) DO UPDATE SET value = value + 1",
  ).run(rowsMarkRow(kind));
}

const owedRow = (kind: Kind) => `text:${kind}`;

/** How far the text index of a kind has come after a first load; null where nothing is owed to it. */
export function textOwedFrom(db: Db, kind: Kind): number | null {
  const note = noteOf(db, owedRow(kind));
  return note === null ? null : Number(note);
}

/** Notes how far the text index has come; null when it is whole. Call inside a transaction. */
export function deferTextIndex(db: Db, kind: Kind, from: number | null): void {
  if (from === null) dropNote(db, owedRow(kind));
  else setNote(db, owedRow(kind), String(from));
}
