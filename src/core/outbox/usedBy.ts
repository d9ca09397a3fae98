import { jsonObject } from '#contract/json.ts';
import type { Output } from '#contract/procedures.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { keyOf } from '../record/identity.ts';
import { nameOf } from './draft.ts';
import { findTarget } from './target.ts';
import type { Finding } from './target.ts';
import { tablesOf, columnName } from '../store/cacheSchema.ts';
import { jsonText, numbers } from '../store/cells.ts';
import { referencePaths } from '../record/references.ts';
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
/** So many are listed; all are counted. */
const MOST = 200;

/** A record that is looked for. */
export interface NamedRecord extends ReferenceTarget {
  readonly id: string;
}

/** Returns a record by every name under which others refer to it; `not-found` where it is not here. */
export function namedRecord(stores: Finding, kind: Kind, ref: string): NamedRecord {
  const { doc, entity, stored } = findTarget(stores, kind, ref);
  const known = stored?.id ?? entity?.serviceId ?? null;
  return {
    kind,
    id: known ?? entity?.eid ?? ref,
    code: entity?.key ?? keyOf(doc ?? {}, resourceOf(kind)),
    serviceId: kind === 'fittings' ? known : null,
    title: entity?.title ?? nameOf(resourceOf(kind), doc ?? {}).title,
  };
}

/**
 * Returns the records whose texts name one of these records by its code, word for word, in any field but their own
 * code.
 *
 * A link of a fitting may name it by its id instead (doc §2.3). A number is the code only where one stands: everywhere
 * else it is an amount. The records asked for are not among their own users.
 */
export function usedBy(stores: Finding, kind: Kind, refs: readonly string[]): Users {
  const named = refs.map((ref) => namedRecord(stores, kind, ref));
  const own = new Set(named.map(({ id }) => id));
  const users: Users['users'] = [];
  let total = 0;
  for (const each of KINDS) {
    const all = named.flatMap((one) => ridsNaming(stores, each, one));
    const rids = each === kind ? othersOf(stores, kind, all, own) : [...new Set(all)];
    total += rids.length;
    const rows = rowsOf(stores, each, rids, MOST - users.length);
    users.push(...rows.map((row) => viewOf(row, named)));
  }
  return { total, users };
}

/** Returns the ids of every record that names one record, by kind and name. */
export function everyUser(
  stores: Finding,
  named: NamedRecord,
): readonly Pick<UserRow, 'kind' | 'id'>[] {
  return KINDS.flatMap((kind) => {
    const rids = ridsNaming(stores, kind, named);
    return rowsOf(stores, kind, rids, rids.length).map(({ id }) => ({ kind, id }));
  });
}

function viewOf({ doc, isNew, ...row }: UserRow, named: readonly NamedRecord[]) {
  const resource = resourceOf(row.kind);
  const paths = named.flatMap((one) => referencePaths(resource, doc, one));
  const isOpen = (path: string) => {
    const field = resource.fields[path.split('.', 1)[0] ?? ''];
    return field !== undefined && (isNew || field.update);
  };
  return { ...row, replaceable: paths.length > 0 && paths.every(isOpen) };
}

/** Of several records that are to go together, none counts as a user of another. */
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

/** A code that is a number, under the name that codes of its kind have, or among the links of a fitting; few are taken apart for it. */
function namesNumber(kind: Kind, named: NamedRecord): string {
  const links = kind === 'fittings' && named.kind === 'fittings';
  const linked = links ? ` OR t.path IN ('$.connected', '$.replacement')` : '';
  return `CASE WHEN instr(${DOC}, @number) > 0 THEN EXISTS (
    SELECT 1 FROM json_tree(${DOC}) t WHERE t.type IN ('integer', 'real')
      AND (t.key = @keyName${linked}) AND CAST(t.atom AS TEXT) = @number) ELSE 0 END`;
}

/**
 * A code of which a service writes some letters with escapes, as it may (`\u017b`, `\/`). The longest part of it that
 * nobody writes so must stand there: few are taken apart for it.
 */
const NAMES_ESCAPED = `CASE WHEN instr(${DOC}, '\\') > 0 AND instr(${DOC}, @plain) > 0 THEN EXISTS (
    SELECT 1 FROM json_tree(${DOC}) t WHERE (t.type = 'text' AND t.atom = @text) OR t.key = @text) ELSE 0 END`;
const ESCAPABLE = /[^A-Za-z0-9 _.-]+/;

/** The part of a code to look for; null where the code is written in one way only. */
function plainPartOf(code: string | null): string | null {
  if (code === null || !ESCAPABLE.test(code)) return null;
  return code.split(ESCAPABLE).reduce((most, part) => (part.length > most.length ? part : most));
}

/** The rows of a kind whose records name it. */
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
      // Another one of the same code does not name it by that.
      ownCode: isOwn ? named.code : null,
    });
  return numbers.parse(found);
}

/** The first of some rows, by their names. */
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
