import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { findTarget } from '../outbox/target.ts';
import type { ReadStores } from '../reader.ts';
import { nameOf } from '../outbox/draft.ts';
import { tablesOf, columnName } from '../store/cacheSchema.ts';

const userRow = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});
const userRowList = userRow.array();
type User = z.infer<typeof userRow>;
const MOST = 200;

/** The records whose text names this one's code, word for word, in any field but their own code. */
export function usedBy(
  stores: ReadStores,
  kind: Kind,
  ref: string,
): { total: number; users: User[] } {
  const { doc, entity } = findTarget(stores, kind, ref);
  const resource = resourceOf(kind);
  const code = entity?.key ?? nameOf(resource, doc ?? {}).key;
  if (code === null) return { total: 0, users: [] };
  const quoted = JSON.stringify(code);
  const users = KINDS.flatMap((each) => usersIn(stores, each, quoted, each === kind ? code : null));
  return { total: users.length, users: users.slice(0, MOST) };
}

function usersIn(stores: ReadStores, kind: Kind, quoted: string, ownCode: string | null): User[] {
  const { rows } = tablesOf(kind);
  const resource = resourceOf(kind);
  const found = stores.cache
    .prepare(
      `SELECT ? AS kind, l.id, l.key, coalesce(l.fields ->> '$.${resource.title}', l.id) AS title
       FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid
       WHERE instr(coalesce(l.merged, r.doc), ?) > 0 AND l.key IS NOT ?
       ORDER BY l.${columnName(resource.title)} LIMIT ${MOST}`,
    )
    .all(kind, quoted, ownCode);
  return userRowList.parse(found);
}
