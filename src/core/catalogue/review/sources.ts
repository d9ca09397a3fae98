import type { ReviewSource } from '#contract/review.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { changedSince } from '../../history/readChanges.ts';
import { idsOf } from '../../store/idsOf.ts';
import { findRecords } from '../problems/readProblems.ts';
import { wholeQuery } from '../../store/matches.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { NewItem } from '../../store/reviewStore.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Stores = Pick<ReadStores, 'work' | 'cache'>;
const row = z.object({
  kind: kindSchema,
  id: z.string(),
  key: z.string().nullable(),
  title: z.string(),
});
const rowList = row.array();

/** Returns the records of a review's source, once each, in source order. */
export function itemsOf(stores: Stores, source: ReviewSource): NewItem[] {
  switch (source.from) {
    case 'query': {
      const { kind } = source.query;
      const select = `'${kind}' AS kind, l.id, l.key, ${titleOf(kind)} AS title`;
      const sql = wholeQuery(stores.cache, source.query, select);
      return rowList.parse(stores.cache.prepare(sql.page).all(...sql.values));
    }
    case 'problems':
      return findRecords(stores.cache, source.filter);
    case 'pull':
      return listed(stores, changedSince(stores, source));
    case 'records':
      return once(source.records.flatMap(({ kind, id }) => named(stores, kind, id) ?? []));
    default:
      return [];
  }
}

function titleOf(kind: Kind): string {
  return `coalesce(l.fields ->> '$.${resourceOf(kind).title}', l.id)`;
}

/**
 * Returns records as the lists name them, in the given order.
 *
 * There may be as many as the catalogue has.
 */
function listed({ cache }: Stores, places: readonly Pick<NewItem, 'kind' | 'id'>[]): NewItem[] {
  const found = new Map<string, NewItem>();
  for (const kind of KINDS) {
    const ids = places.flatMap((place) => (place.kind === kind ? [place.id] : []));
    const rows = cache
      .prepare(
        `SELECT '${kind}' AS kind, l.id, l.key, ${titleOf(kind)} AS title
         FROM json_each(?) j CROSS JOIN ${tablesOf(kind).rows} l ON l.id = j.value`,
      )
      .all(JSON.stringify(ids));
    for (const item of rowList.parse(rows)) found.set(nameOf(item), item);
  }
  return places.flatMap((place) => found.get(nameOf(place)) ?? []);
}

function nameOf({ kind, id }: Pick<NewItem, 'kind' | 'id'>): string {
  return `${kind}/${id}`;
}

/** Returns a record's list entry; a record sent in the meantime has the service's id. */
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
  return items.filter((item) => {
    const name = nameOf(item);
    const isNew = !seen.has(name);
    seen.add(name);
    return isNew;
  });
}
