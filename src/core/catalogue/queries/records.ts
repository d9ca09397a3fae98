import { isObject } from '#contract/json.ts';
import type { CachedRecord, Query, Row } from '#contract/procedures.ts';
import { rowSchema } from '#contract/records.ts';
import { jsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { nameOf } from '../../outbox/draft.ts';
import { overlay } from '../../record/overlay.ts';
import { findTarget, targetIfThere } from '../../outbox/target.ts';
import type { Finding, EditTarget } from '../../outbox/target.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { SqlQuery } from '../../store/query.ts';
import { prepared } from '../../store/prepared.ts';
import { pendingState } from '../../outbox/projection.ts';
import { jsonText, oneNumber, texts } from '../../store/cells.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

const listRow = rowSchema.extend({ fields: jsonText(jsonObject) });

const DEFAULT_LIMIT = 50;

/** Returns a page of a list with pending operations applied, and the total. */
export function listRows(stores: ReadStores, query: Query): { total: number; rows: Row[] } {
  const found = stores.matches.of(query);
  if (found !== null) return { total: found.length, rows: rowsAt(stores, query, found) };
  const sql = stores.matches.sql(query, LIST_FIELDS);
  const rows = pageOf(stores, query, sql).map((row) => listRow.parse(row));
  return { total: stores.matches.count(query.kind), rows };
}

/** Returns the same as `listRows`; yields to other requests while it searches. */
export async function listRowsInSteps(
  stores: ReadStores,
  query: Query,
): Promise<{ total: number; rows: Row[] }> {
  await stores.matches.ofInSteps(query);
  return listRows(stores, query);
}

/**
 * Returns the first rows of a list as soon as they are found.
 *
 * They are counted only where counting takes no extra time.
 */
export function glanceRows(
  stores: ReadStores,
  query: Query,
): { total: number | null; rows: Row[] } {
  const { limit = DEFAULT_LIMIT } = query;
  const early = stores.matches.early(query, limit);
  return early === null
    ? listRows(stores, { ...query, offset: 0 })
    : { total: null, rows: rowsAt(stores, { ...query, offset: 0 }, early) };
}

const LIST_FIELDS = 'l.id, l.key, l.pending, l.fields';

/** Returns the list rows of the given ids; missing ones are left out. */
export function rowsOf(
  { cache }: Pick<ReadStores, 'cache'>,
  kind: Kind,
  ids: readonly string[],
): Row[] {
  return prepared(
    cache,
    `SELECT ${LIST_FIELDS} FROM json_each(?) j CROSS JOIN ${tablesOf(kind).rows} l ON l.id = j.value`,
  )
    .all(JSON.stringify(ids))
    .map((row) => listRow.parse(row));
}

/** Returns the page of a query among its matching row numbers. */
function rowsAt({ cache }: ReadStores, query: Query, found: Int32Array): Row[] {
  const { kind, limit = DEFAULT_LIMIT, offset = 0 } = query;
  const rids = JSON.stringify([...found.subarray(offset, offset + limit)]);
  return prepared(
    cache,
    `SELECT ${LIST_FIELDS} FROM json_each(?) j CROSS JOIN ${tablesOf(kind).rows} l ON l.rid = j.value
       ORDER BY j.key`,
  )
    .all(rids)
    .map((row) => listRow.parse(row));
}

function pageOf(stores: ReadStores, query: Query, sql: SqlQuery): readonly unknown[] {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  return prepared(stores.cache, `${sql.page} LIMIT ? OFFSET ?`).all(...sql.values, limit, offset);
}

function countOf(stores: ReadStores, sql: SqlQuery): number {
  return oneNumber.parse(
    stores.cache
      .prepare(sql.count)
      .pluck()
      .get(...sql.values),
  );
}

const wholeRow = z.object({
  id: z.string(),
  key: z.string().nullable(),
  pending: z.string().nullable(),
  merged: jsonText(jsonObject).nullable(),
  doc: jsonText(jsonObject).nullable(),
  serviceId: z.string().nullable(),
  missingSince: z.number().nullable(),
});

/**
 * Returns whole records of a list query, for a terminal or an export.
 *
 * A grid uses `listRows`.
 */
export function wholeRecords(
  stores: ReadStores,
  query: Query,
): { total: number; records: CachedRecord[] } {
  const select =
    'l.id, l.key, l.pending, l.merged, r.doc, r.id AS serviceId, r.missing_since AS missingSince';
  const sql = stores.matches.sql(query, select);
  const records = pageOf(stores, query, sql).map((row) => {
    const { merged, ...record } = wholeRow.parse(row);
    return { ...record, record: merged ?? record.doc ?? {} };
  });
  return { total: countOf(stores, sql), records };
}

/**
 * Returns one record by id, local id or code.
 *
 * It holds the service's version, and the version with pending operations applied.
 */
export function getRecord(stores: RecordStores, kind: Kind, ref: string): CachedRecord {
  return recordFrom(stores, findTarget(stores, kind, ref), ref);
}

/** Returns the same as `getRecord`; null when the record is not in the catalogue. */
export function recordIfThere(stores: RecordStores, kind: Kind, ref: string): CachedRecord | null {
  const target = targetIfThere(stores, kind, ref);
  return target === null ? null : recordFrom(stores, target, ref);
}

type RecordStores = Finding & Pick<ReadStores, 'operations' | 'uploads'>;

function recordFrom(
  stores: RecordStores,
  { kind, entity, stored, doc }: EditTarget,
  ref: string,
): CachedRecord {
  const operations = entity === null ? [] : stores.operations.openOf(entity.eid);
  const resource = resourceOf(kind);
  const record = overlay(resource, doc, operations, stores.uploads.sentAs);
  const serviceId = stored?.id ?? entity?.serviceId ?? null;
  return {
    id: serviceId ?? entity?.eid ?? ref,
    serviceId,
    key: nameOf(resource, isObject(record) ? record : {}).key,
    pending: pendingState(operations.map(({ state }) => state)),
    doc,
    record,
    missingSince: stored?.missingSince ?? null,
  };
}

/** Returns the ids of all matching rows in list order. */
export function matchingIds(stores: ReadStores, query: Query): { total: number; ids: string[] } {
  const sql = stores.matches.sql(query, 'l.id');
  const ids = texts.parse(
    stores.cache
      .prepare(sql.page)
      .pluck()
      .all(...sql.values),
  );
  return { total: ids.length, ids };
}
