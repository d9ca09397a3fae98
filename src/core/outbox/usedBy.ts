import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Output } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { ChosenPlace } from '../record/chosenKinds.ts';
import { keyOf } from '../record/identity.ts';
import { nameOf } from './draft.ts';
import { findTarget } from './target.ts';
import type { Finding } from './target.ts';
import { tablesOf, columnName } from '../store/cacheSchema.ts';
import { jsonText, numbers } from '../store/cells.ts';
import { prepared } from '../store/prepared.ts';
import { learnedResource } from '../store/learnedResource.ts';
import type { LearnedStores } from '../store/learnedResource.ts';
import { isLinked, linkFields, referencePaths } from '../record/references.ts';
import type { ReferenceTarget } from '../record/references.ts';

const userRow = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
  isNew: z.number().transform((isNew) => isNew === 1),
  doc: jsonText(jsonObject),
});
const userRowList = userRow.array();
type UserRow = z.infer<typeof userRow>;
type Users = Output<'records.usedBy'>;
/** The number of records that are listed; all are counted. */
const MOST = 200;

/** A record whose users are searched. */
export interface NamedRecord extends ReferenceTarget {
  readonly id: string;
}

/** Returns a record with every name that others refer to it by; throws `not-found`. */
export function namedRecord(stores: Finding, kind: Kind, ref: string): NamedRecord {
  const { doc, entity, stored } = findTarget(stores, kind, ref);
  const known = stored?.id ?? entity?.serviceId ?? null;
  return {
    kind,
    id: known ?? entity?.eid ?? ref,
    code: entity?.key ?? keyOf(doc ?? {}, resourceOf(kind)),
    serviceId: isLinked(kind) ? known : null,
    title: entity?.title ?? nameOf(resourceOf(kind), doc ?? {}).title,
  };
}

/**
 * Returns the records that name one of these records by its code.
 *
 * The code must match exactly, in any field except the record's own code. A link may
 * name the record by its id instead (doc §2.3). A number is a code only in a field for codes;
 * elsewhere it is an amount. The records themselves are not among their users.
 */
export function usedBy(
  stores: Finding & LearnedStores,
  kind: Kind,
  refs: readonly string[],
): Users {
  const named = refs.map((ref) => namedRecord(stores, kind, ref));
  const own = new Set(named.map(({ id }) => id));
  const users: Users['users'] = [];
  let total = 0;
  for (const each of KINDS) {
    const all = named.flatMap((one) => ridsMeaning(stores, each, one));
    const rids = each === kind ? othersOf(stores, kind, all, own) : [...new Set(all)];
    total += rids.length;
    const rows = rowsOf(stores, each, rids, MOST - users.length);
    const resource = learnedResource(stores, each);
    const places = stores.facts.chosenPlaces(each);
    users.push(...rows.map((row) => viewOf({ resource, places }, row, named)));
  }
  return { total, users };
}

/** Returns the kind and id of every record that names one record. */
export function everyUser(
  stores: Finding & LearnedStores,
  named: NamedRecord,
): readonly Pick<UserRow, 'kind' | 'id'>[] {
  return KINDS.flatMap((kind) => {
    const rids = ridsMeaning(stores, kind, named);
    return rowsOf(stores, kind, rids, rids.length).map(({ id }) => ({ kind, id }));
  });
}

interface Known {
  readonly resource: Resource;
  /** The places whose kind a person chose. */
  readonly places: readonly ChosenPlace[];
}

function viewOf(
  { resource, places }: Known,
  { doc, isNew, ...row }: UserRow,
  named: readonly NamedRecord[],
) {
  const paths = named.flatMap((one) => referencePaths(resource, doc, one, places));
  const isOpen = (path: string) => {
    const field = resource.fields[path.split('.', 1)[0] ?? ''];
    return field !== undefined && (isNew || field.update);
  };
  return { ...row, replaceable: paths.length > 0 && paths.every(isOpen) };
}

/** Drops the records that are removed together, which do not count as users of each other. */
function othersOf(
  { cache }: Finding,
  kind: Kind,
  rids: readonly number[],
  own: ReadonlySet<string>,
): readonly number[] {
  const { rows } = tablesOf(kind);
  return numbers.parse(
    cache
      .prepare(
        `SELECT rid FROM ${rows} WHERE rid IN (SELECT value FROM json_each(?))
         AND id NOT IN (SELECT value FROM json_each(?))`,
      )
      .pluck()
      .all(JSON.stringify(rids), JSON.stringify([...own])),
  );
}

const DOC = 'coalesce(l.merged, r.doc)';

/**
 * Returns SQL that tests whether a record names a numeric code.
 *
 * The number must stand under the field name of codes, or in a list of links to its kind. `instr`
 * filters first, so that few records are parsed.
 */
function namesNumber(kind: Kind, named: NamedRecord): string {
  const paths = linkFields(resourceOf(kind), named.kind).map((name) => `'$.${name}'`);
  const linked = paths.length === 0 ? '' : ` OR t.path IN (${paths.join(', ')})`;
  return `CASE WHEN instr(${DOC}, @number) > 0 THEN EXISTS (
    SELECT 1 FROM json_tree(${DOC}) t WHERE t.type IN ('integer', 'real')
      AND (t.key = @keyName${linked}) AND CAST(t.atom AS TEXT) = @number) ELSE 0 END`;
}

/**
 * SQL that finds a code which the service writes with escapes (`\u017b`, `\/`).
 *
 * The longest part that is never escaped is searched first, so that few records are parsed.
 */
const NAMES_ESCAPED = `CASE WHEN instr(${DOC}, '\\') > 0 AND instr(${DOC}, @plain) > 0 THEN EXISTS (
    SELECT 1 FROM json_tree(${DOC}) t WHERE (t.type = 'text' AND t.atom = @text) OR t.key = @text) ELSE 0 END`;
const ESCAPABLE = /[^A-Za-z0-9 _.-]+/;

/** Returns the part of a code to search for; null if the code is never escaped. */
function plainPartOf(code: string | null): string | null {
  if (code === null || !ESCAPABLE.test(code)) return null;
  return code.split(ESCAPABLE).reduce((most, part) => (part.length > most.length ? part : most));
}

/**
 * Returns the row numbers of a kind whose records mean a record.
 *
 * A code at a place for which a person chose another kind is left out. So is a record of another
 * kind whose own code is the same.
 */
function ridsMeaning(
  stores: Finding & LearnedStores,
  kind: Kind,
  named: NamedRecord,
): readonly number[] {
  const rids = ridsNaming(stores, kind, named);
  const places = stores.facts.chosenPlaces(kind);
  const isChosen = places.some((place) => place.kind !== named.kind);
  const namesakes = new Set(kind === named.kind ? [] : ridsWithCode(stores, kind, named.code));
  const resource = resourceOf(kind);
  return rids.filter((rid) => {
    const isNamesake = namesakes.has(rid);
    if (!isChosen && !isNamesake) return true;
    const doc = docOf(stores, kind, rid);
    if (referencePaths(resource, doc, named, places).length > 0) return true;
    return !isNamesake && referencePaths(resource, doc, named).length === 0;
  });
}

function ridsWithCode({ cache }: Finding, kind: Kind, code: string | null): readonly number[] {
  const { rows } = tablesOf(kind);
  return numbers.parse(prepared(cache, `SELECT rid FROM ${rows} WHERE key = ?`).pluck().all(code));
}

const docText = jsonText(jsonObject);

function docOf({ cache }: Finding, kind: Kind, rid: number): JsonObject {
  const { rows } = tablesOf(kind);
  const sql = `SELECT ${DOC} FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid WHERE l.rid = ?`;
  return docText.parse(prepared(cache, sql).pluck().get(rid));
}

/** Returns the row numbers of a kind whose records name a record. */
function ridsNaming({ cache }: Finding, kind: Kind, named: NamedRecord): readonly number[] {
  if (named.code === null && named.serviceId === null) return [];
  const { rows } = tablesOf(kind);
  const isOwn = kind === named.kind;
  const found = cache
    .prepare(
      `SELECT l.rid FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid
       WHERE (instr(${DOC}, @code) > 0 OR instr(${DOC}, @id) > 0 OR ${namesNumber(kind, named)}
         OR ${NAMES_ESCAPED})
         AND (@ownId IS NULL OR l.id <> @ownId) AND (@ownCode IS NULL OR l.key IS NOT @ownCode)`,
    )
    .pluck()
    .all({
      code: named.code === null ? null : JSON.stringify(named.code),
      number: named.code !== null && String(Number(named.code)) === named.code ? named.code : null,
      text: named.code,
      plain: plainPartOf(named.code),
      keyName: resourceOf(named.kind).key,
      id: named.serviceId === null ? null : JSON.stringify(named.serviceId),
      ownId: isOwn ? named.id : null,
      // Another record with the same code does not refer to this one by its own code.
      ownCode: isOwn ? named.code : null,
    });
  return numbers.parse(found);
}

/** Returns the first of some rows by title. */
function rowsOf(
  { cache }: Finding,
  kind: Kind,
  rids: readonly number[],
  limit: number,
): readonly UserRow[] {
  if (rids.length === 0 || limit <= 0) return [];
  const { rows } = tablesOf(kind);
  const resource = resourceOf(kind);
  const found = cache
    .prepare(
      `WITH first AS MATERIALIZED (
         SELECT rid, row_number() OVER (ORDER BY ${columnName(resource.title)}) AS place
         FROM ${rows} WHERE rid IN (SELECT value FROM json_each(@rids))
         ORDER BY place LIMIT @limit)
       SELECT @kind AS kind, l.id, l.key, coalesce(l.fields ->> '$.${resource.title}', l.id) AS title,
         r.rid IS NULL AS isNew, ${DOC} AS doc
       FROM first f CROSS JOIN ${rows} l ON l.rid = f.rid LEFT JOIN record r ON r.rid = l.rid
       ORDER BY f.place`,
    )
    .all({ kind, rids: JSON.stringify(rids), limit });
  return userRowList.parse(found);
}
