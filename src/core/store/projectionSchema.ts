import { createHash } from 'node:crypto';
import type { JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import { resources } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import {
  createLearned,
  createLearnedTables,
  forgetLearned,
  isLearnedOutdated,
} from './learnedSchema.ts';
import { dropProblems, PROBLEM_SCHEMA } from './problemSchema.ts';
import {
  createKindTables,
  dropKindTables,
  kindIndexes,
  oweIndexes,
  deferTextIndex,
  tablesOf,
} from './cacheSchema.ts';
import { transact } from './database.ts';
import type { Db } from './database.ts';
import { dropNote, noteOf, setNote } from './notes.ts';
import { rowShape } from './rowShape.ts';

/**
 * Values whose list rows depend on every rule of derivation: case, diacritics, digits, signs,
 * amounts.
 *
 * A changed rule changes the rows of these values, and so the digest of the projection.
 */
const SPECIMENS = [
  'Zawias 10',
  'zawias 9',
  'Łóżko ĄĆĘŃÓŚŹŻ đšžč',
  'Größe œuvre æther ø',
  'm² ½ ﬁ ＡＢ',
  'a\u200Bb\u00ADc\u2011d',
  '12,50',
  '1 234.5',
  '007',
  '',
] as const;

function specimenOf(field: Field, text: string): JsonObject[string] {
  if (field.parts !== undefined)
    return Object.fromEntries(Object.keys(field.parts).map((part) => [part, text]));
  return text;
}

/** Returns a digest of the columns, indexes and derivation of a kind's list rows. */
function digestOf(resource: Resource): string {
  const digest = createHash('sha256');
  digest.update([createKindTables(resource), ...kindIndexes(resource)].join(';'));
  for (const text of SPECIMENS) {
    const values = Object.entries(resource.fields).map(([name, field]) => [
      name,
      specimenOf(field, text),
    ]);
    const record: JsonObject = Object.fromEntries(values);
    digest.update(JSON.stringify(rowShape(resource, record)));
    digest.update(
      JSON.stringify(rowShape(resource, { ...record, description: [text, 12.5, true] })),
    );
  }
  return digest.digest('hex').slice(0, 16);
}

const digests = new Map<Kind, string>();

function projectionDigest(resource: Resource): string {
  const known = digests.get(resource.kind) ?? digestOf(resource);
  digests.set(resource.kind, known);
  return known;
}

const problemsDigest = createHash('sha256').update(PROBLEM_SCHEMA).digest('hex').slice(0, 16);

const projectionNote = (kind: Kind) => `projection:${kind}`;
const rebuildNote = (kind: Kind) => `rebuild:${kind}`;
const PROBLEMS_NOTE = 'projection:problems';

/** Returns the last record number whose list row was derived again; null if all were. */
export function rebuiltUpTo(db: Db, kind: Kind): number | null {
  const note = noteOf(db, rebuildNote(kind));
  return note === null ? null : Number(note);
}

/** Notes how far the rebuild of a kind has come, null at its end. Call inside a transaction. */
export function noteRebuilt(db: Db, kind: Kind, upTo: number | null): void {
  if (upTo === null) dropNote(db, rebuildNote(kind));
  else setNote(db, rebuildNote(kind), String(upTo));
}

/** Returns whether list rows of any kind must still be derived again. */
export function isRebuilding(db: Db): boolean {
  return KINDS.some((kind) => rebuiltUpTo(db, kind) !== null);
}

/**
 * Creates missing or outdated projections: list rows, search index, problems, what is learned.
 *
 * Rows are filled in later, by `rebuildNext`. Returns whether lists or problems were created.
 */
export function prepareProjections(db: Db): boolean {
  if (isLearnedOutdated(db)) transact(db, () => createLearned(db));
  const outdated = resources.filter(
    (resource) => noteOf(db, projectionNote(resource.kind)) !== projectionDigest(resource),
  );
  const hasProblems = noteOf(db, PROBLEMS_NOTE) === problemsDigest;
  if (outdated.length === 0 && hasProblems) return false;
  transact(db, () => {
    for (const resource of outdated) db.exec(dropKindTables(resource));
    db.exec(dropProblems);
    db.exec(PROBLEM_SCHEMA);
    dropNote(db, 'problems:version');
    dropNote(db, 'problems:run');
    setNote(db, PROBLEMS_NOTE, problemsDigest);
    for (const resource of outdated) createProjection(db, resource);
    // Recreates the triggers of the remaining tables and marks every row for a check.
    for (const resource of resources)
      if (!outdated.includes(resource)) db.exec(kindIndexes(resource).join(';'));
  });
  return true;
}

/** Creates every projection in an empty database, to compare others with. */
export function createProjections(db: Db): void {
  db.exec(PROBLEM_SCHEMA);
  createLearnedTables(db);
  for (const resource of resources)
    db.exec([createKindTables(resource), ...kindIndexes(resource)].join(';'));
}

/** Forgets the projection that a table, index or trigger belongs to, so that it is created again. */
export function forgetProjection(db: Db, part: string): void {
  for (const kind of KINDS) {
    const { rows, find } = tablesOf(kind);
    if (part.startsWith(rows) || part.startsWith(find)) dropNote(db, projectionNote(kind));
  }
  if (/^(?:problem|record_doc)/.test(part)) dropNote(db, PROBLEMS_NOTE);
  forgetLearned(db, part);
}

function createProjection(db: Db, resource: Resource): void {
  const { kind } = resource;
  db.exec(createKindTables(resource));
  setNote(db, projectionNote(kind), projectionDigest(resource));
  const isEmpty = db.prepare('SELECT 1 FROM record WHERE kind = ? LIMIT 1').get(kind) === undefined;
  if (isEmpty) db.exec(kindIndexes(resource).join(';'));
  oweIndexes(db, kind, !isEmpty);
  deferTextIndex(db, kind, isEmpty ? null : 0);
  noteRebuilt(db, kind, isEmpty ? null : 0);
}
