import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { keyOf } from '../api/identity.ts';
import { findTarget } from '../outbox/target.ts';
import type { ReadStores } from '../reader.ts';
import { tablesOf, columnName } from '../store/cacheSchema.ts';

const userRow = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});
const userRowList = userRow.array();
const countList = z.object({ total: z.number() }).array();
interface Users {
  readonly total: number;
  readonly users: z.infer<typeof userRowList>;
}
/** So many are listed; all are counted. */
const MOST = 200;

/** The record that is looked for, by what another one may call it. */
interface Named {
  readonly kind: Kind;
  readonly id: string;
  readonly code: string | null;
  /** The service's own id; null where nobody names a record of its kind by it. */
  readonly serviceId: string | null;
}

/**
 * The records whose texts name this one's code, word for word, in any field but their own code. What links a
 * fitting may name it by its id instead (doc §2.3). A number is the code only where one stands: everywhere else it is
 * an amount.
 */
export function usedBy(stores: ReadStores, kind: Kind, ref: string): Users {
  const { doc, entity, stored } = findTarget(stores, kind, ref);
  const code = entity?.key ?? keyOf(doc ?? {}, resourceOf(kind));
  const known = stored?.id ?? entity?.serviceId ?? null;
  const serviceId = kind === 'fittings' ? known : null;
  if (code === null && serviceId === null) return { total: 0, users: [] };
  const named = { kind, id: known ?? entity?.eid ?? ref, code, serviceId };
  const found = KINDS.map((each) => usersIn(stores, each, named));
  return {
    total: found.reduce((sum, { total }) => sum + total, 0),
    users: found.flatMap(({ users }) => users).slice(0, MOST),
  };
}

const DOC = 'coalesce(l.merged, r.doc)';

/** A code that is a number, under the name that codes of its kind have, or among the links of a fitting; few are taken apart for it. */
function namesNumber(kind: Kind, named: Named): string {
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

/** The first of a kind's records that name it, and how many there are: their texts are read once for both. */
function usersIn({ cache }: ReadStores, kind: Kind, named: Named): Users {
  const { rows } = tablesOf(kind);
  const resource = resourceOf(kind);
  const isOwn = kind === named.kind;
  const found = cache
    .prepare(
      `WITH found AS MATERIALIZED (
         SELECT l.rid FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid
         WHERE (instr(${DOC}, @code) > 0 OR instr(${DOC}, @id) > 0 OR ${namesNumber(kind, named)}
           OR ${NAMES_ESCAPED})
           AND (@ownId IS NULL OR l.id <> @ownId) AND (@ownCode IS NULL OR l.key IS NOT @ownCode))
       SELECT @kind AS kind, l.id, l.key, coalesce(l.fields ->> '$.${resource.title}', l.id) AS title,
         (SELECT count(*) FROM found) AS total
       FROM found f CROSS JOIN ${rows} l ON l.rid = f.rid
       ORDER BY l.${columnName(resource.title)} LIMIT ${MOST}`,
    )
    .all({
      kind,
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
  return { total: countList.parse(found)[0]?.total ?? 0, users: userRowList.parse(found) };
}
