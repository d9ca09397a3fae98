import type { HistoryEntry } from '#contract/operations.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resources } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import { eidOf } from './outbox.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

const DEFAULT_LIMIT = 1_000;

/** Returns the local history, newest first, optionally of one record. */
export function historyOf(
  stores: ReadStores,
  filter: Input<'history.list'>,
): Output<'history.list'> {
  const { kind = null, since = null, until = null, results = null, search = null } = filter;
  const eid = recordOf(stores, filter);
  if (eid === undefined) return { total: 0, entries: [] };
  const { limit = DEFAULT_LIMIT, offset = 0 } = filter;
  const page = { kind, eid, since, until, results, search, limit, offset };
  const { total, entries } = stores.activity.list(page);
  const names = currentNames(stores);
  return { total, entries: entries.map((entry) => ({ ...entry, ...names(entry) })) };
}

/** Returns every request with its outcome, newest first. */
export function requestsOf(
  stores: ReadStores,
  filter: Input<'history.requests'>,
): Output<'history.requests'> {
  const { kind = null, outcome = null, limit = DEFAULT_LIMIT, offset = 0 } = filter;
  const eid = recordOf(stores, filter);
  if (eid === undefined) return { total: 0, requests: [] };
  return stores.activity.requests({ kind, eid, outcome, limit, offset });
}

/**
 * Returns the local id of the record in a filter.
 *
 * Returns null when the filter names no record, and undefined when the record has no history.
 */
function recordOf(
  stores: ReadStores,
  { kind, record }: { readonly kind?: Kind | undefined; readonly record?: string | undefined },
): string | null | undefined {
  if (kind === undefined || record === undefined) return null;
  return eidOf(stores, kind, record) ?? undefined;
}

const namedRow = z.object({ key: z.string().nullable(), title: z.string().nullable() });

/** Returns the present name of a record; the last known one when it is in no list. */
function currentNames({ cache }: ReadStores) {
  const statements = new Map(
    resources.map(({ kind, title }) => {
      const { rows } = tablesOf(kind);
      const select = `SELECT key, fields ->> ? AS title FROM ${rows} WHERE id = ?`;
      return [kind, { select: cache.prepare(select), path: `$.${title}` }] as const;
    }),
  );
  const known = new Map<string, { readonly key: string | null; readonly title: string }>();
  return (entry: HistoryEntry): { readonly key: string | null; readonly title: string } => {
    const { kind, id, title } = entry;
    const cached = known.get(`${kind}/${id}`);
    if (cached !== undefined) return cached;
    const statement = statements.get(kind);
    const row = namedRow.safeParse(statement?.select.get(statement.path, id)).data;
    const now = row === undefined ? entry : { key: row.key, title: row.title ?? row.key ?? title };
    const name = { key: now.key, title: now.title };
    known.set(`${kind}/${id}`, name);
    return name;
  };
}
