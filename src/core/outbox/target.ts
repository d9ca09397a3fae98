import { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { isLocalId } from '#contract/records.ts';
import { visibleText } from '#contract/visibleText.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import type { Db } from '../store/database.ts';
import type { Entity, EntityStore } from '../store/entityStore.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { RecordReader, StoredRecord } from '../store/recordStore.ts';
import { prepared } from '../store/prepared.ts';
import { texts } from '../store/cells.ts';

/** The stores that a record is found with; both readers and writers have them. */
export interface Finding {
  readonly cache: Db;
  readonly entities: EntityStore;
  readonly records: RecordReader;
}

/** A record that the user named: its entity, its stored record, and its parsed content. */
export interface EditTarget {
  readonly kind: Kind;
  readonly entity: Entity | null;
  readonly stored: StoredRecord | null;
  readonly doc: JsonObject | null;
}

/**
 * Returns a record by its id, local id or code; null if there is none.
 *
 * Throws `ambiguous` for a code that several records share.
 */
export function targetIfThere(stores: Finding, kind: Kind, ref: string): EditTarget | null {
  return (
    byLocalId(stores, kind, ref) ?? byServiceId(stores, kind, ref) ?? byCode(stores, kind, ref)
  );
}

/** Returns a record by its id, local id or code; throws `not-found`. */
export function findTarget(stores: Finding, kind: Kind, ref: string): EditTarget {
  const found = targetIfThere(stores, kind, ref);
  if (found !== null) return found;
  const { singular, key } = resourceOf(kind);
  const how = key === null ? 'id' : `id or ${key}`;
  throw new AppError(
    'not-found',
    `No ${singular.en.toLowerCase()} here has the ${how} ${JSON.stringify(ref)}.`,
    {
      issues: [{ place: kind, value: JSON.stringify(ref), ...expecting('cached') }],
    },
  );
}

function byLocalId(stores: Finding, kind: Kind, ref: string): EditTarget | null {
  if (!isLocalId(ref)) return null;
  const entity = stores.entities.get(ref);
  if (entity === null || entity.kind !== kind || entity.state === 'gone') return null;
  return targetOf(stores, kind, entity);
}

function targetOf(stores: Finding, kind: Kind, entity: Entity): EditTarget {
  const stored =
    entity.serviceId === null ? null : storedAs(stores, kind, entity.serviceId, entity);
  return { kind, entity, stored, doc: stored === null ? null : parseDoc(stored.doc) };
}

/** Returns the record of the mirror, with a newer version that a push has read. */
function storedAs(
  { entities, records }: Finding,
  kind: Kind,
  id: string,
  entity: Entity | null,
): StoredRecord | null {
  // Read before the mirror: a version that is no longer marked is already in the mirror.
  const news = entity === null ? null : entities.news(entity);
  const stored = records.get(kind, id);
  return stored === null || news === null ? stored : { ...stored, doc: news };
}

function byServiceId(stores: Finding, kind: Kind, ref: string): EditTarget | null {
  const entity = stores.entities.byServiceId(kind, ref);
  const stored = storedAs(stores, kind, ref, entity);
  // The service knows the record, but no read has shown it yet. Lists show it already.
  if (stored === null)
    return entity !== null && stores.entities.isBeingCreated(entity.eid)
      ? targetOf(stores, kind, entity)
      : null;
  if (stored.missingSince !== null) return null;
  return { kind, entity, stored, doc: parseDoc(stored.doc) };
}

function byCode(stores: Finding, kind: Kind, ref: string): EditTarget | null {
  const exact = idsWithKey(stores.cache, kind, ref);
  // A code that was copied from a page or a sheet may hold invisible characters.
  const ids = exact.length > 0 ? exact : idsWithKey(stores.cache, kind, visibleText(ref));
  if (ids.length > 1) {
    const { key, label } = resourceOf(kind);
    throw new AppError(
      'ambiguous',
      `${ids.length} ${label.en.toLowerCase()} have the ${key ?? 'code'} ${JSON.stringify(ref)}: name one by its id (${ids.join(', ')}).`,
    );
  }
  const id = ids[0];
  if (id === undefined) return null;
  return byServiceId(stores, kind, id) ?? byLocalId(stores, kind, id);
}

/** Returns the ids of all rows with a code, pending changes included. */
export function idsWithKey(cache: Db, kind: Kind, key: string): readonly string[] {
  const rows = prepared(
    cache,
    `SELECT id FROM ${tablesOf(kind).rows} WHERE key = ? ORDER BY rid LIMIT 20`,
  )
    .pluck()
    .all(key);
  return texts.parse(rows);
}
