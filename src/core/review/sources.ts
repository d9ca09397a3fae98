import type { ReviewSource } from '#contract/review.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { changesSince } from '../past/readChanges.ts';
import { idsOf } from '../problems/idsOf.ts';
import { findProblems } from '../problems/readProblems.ts';
import type { ReadStores } from '../reader.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { sqlQuery } from '../store/query.ts';
import type { NewItem } from './reviewStore.ts';

type Stores = Pick<ReadStores, 'work' | 'cache'>;
const MOST = 100_000;
const row = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});
const rowList = row.array();

/** The records of a review's source, each once, in the order in which the source lists them. */
export function itemsOf(stores: Stores, source: ReviewSource): NewItem[] {
  switch (source.from) {
    case 'query': {
      const { kind } = source.query;
      const select = `'${kind}' AS kind, l.id, l.key, ${titleOf(kind)} AS title`;
      const sql = sqlQuery(source.query, select);
      return rowList.parse(stores.cache.prepare(sql.page).all(...sql.values));
    }
    case 'problems': {
      const { rows } = findProblems(stores.cache, { ...source.filter, limit: MOST });
      return once(rows.map(({ kind, id, key, title }) => ({ kind, id, key, title })));
    }
    case 'pull': {
      const { changes } = changesSince(stores, { since: source.since, limit: MOST });
      const there = changes.filter(({ change }) => change !== 'removed');
      return there.map(({ kind, id, key, title }) => ({ kind, id, key, title }));
    }
    case 'records':
      return once(source.records.flatMap(({ kind, id }) => named(stores, kind, id) ?? []));
    default:
      return [];
  }
}

function titleOf(kind: Kind): string {
  return `coalesce(l.fields ->> '$.${resourceOf(kind).title}', l.id)`;
}

/** A record that was sent since somebody named it stands in the list under the service's id. */
function named({ work, cache }: Stores, kind: Kind, id: string): NewItem | null {
  const found = cache
    .prepare(
      `SELECT '${kind}' AS kind, l.id, l.key, ${titleOf(kind)} AS title FROM ${tablesOf(kind).rows} l
       WHERE l.id IN (SELECT value FROM json_each(?)) LIMIT 1`,
    )
    .get(JSON.stringify(idsOf(work, kind, id)));
  return found === undefined ? null : row.parse(found);
}

function once(items: readonly NewItem[]): NewItem[] {
  const seen = new Set<string>();
  return items.filter(({ kind, id }) => {
    const name = `${kind}/${id}`;
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}
