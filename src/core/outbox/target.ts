import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { visibleText } from '#contract/visibleText.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import type { Db } from '../store/database.ts';
import type { Entity, EntityStore } from '../store/entityStore.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { RecordReader, StoredRecord } from '../store/recordStore.ts';
import { prepared } from '../store/prepared.ts';
import { texts } from '../store/cells.ts';

/** The stores that finding a record takes; a reader has them as well as the writer. */
export interface Finding {
  readonly cache: Db;
  readonly entities: EntityStore;
  readonly records: RecordReader;
}

/** A record that a person named: what is known of it here, and what the service last sent. */
export interface Target {
  readonly kind: Kind;
  readonly entity: Entity | null;
  readonly stored: StoredRecord | null;
  readonly doc: JsonObject | null;
}

/** Finds a record by its id, its local id or its code, null where none is here; a code that several share is refused. */
export function targetIfThere(stores: Finding, kind: Kind, ref: string): Target | null {
  return (
    byLocalId(stores, kind, ref) ?? byServiceId(stores, kind, ref) ?? byCode(stores, kind, ref)
  );
}

/** The same; `not-found` where none is here. */
export function findTarget(stores: Finding, kind: Kind, ref: string): Target {
  const found = targetIfThere(stores, kind, ref);
  if (found !== null) return found;
  const { singular, key } = resourceOf(kind);
  const how = key === null ? 'id' : `id or ${key}`;
  throw new AppError(
    'not-found',
    `No ${singular.en.toLowerCase()} here has the ${how} ${JSON.stringify(ref)}.`,
    {
      issues: [
        { place: kind, value: JSON.stringify(ref), expected: `the ${how} of a cached record` },
      ],
    },
  );
}

/** An id that was made here; most that are asked for were made by the service. */
const LOCAL_ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

function byLocalId(stores: Finding, kind: Kind, ref: string): Target | null {
  if (!LOCAL_ID.test(ref)) return null;
  const entity = stores.entities.get(ref);
  if (entity === null || entity.kind !== kind || entity.state === 'gone') return null;
  return targetOf(stores, kind, entity);
}

function targetOf(stores: Finding, kind: Kind, entity: Entity): Target {
  const stored =
    entity.serviceId === null ? null : storedAs(stores, kind, entity.serviceId, entity);
  return { kind, entity, stored, doc: stored === null ? null : parseDoc(stored.doc) };
}

/** The record of the mirror, with what a push read back a moment ago. */
function storedAs(
  { entities, records }: Finding,
  kind: Kind,
  id: string,
  entity: Entity | null,
): StoredRecord | null {
  // Asked before the mirror: what is no longer due there is in it.
  const news = entity === null ? null : entities.news(entity);
  const stored = records.get(kind, id);
  return stored === null || news === null ? stored : { ...stored, doc: news };
}

function byServiceId(stores: Finding, kind: Kind, ref: string): Target | null {
  const entity = stores.entities.byServiceId(kind, ref);
  const stored = storedAs(stores, kind, ref, entity);
  // Created here and known to the service, but not read back yet: it is in the list all the same.
  if (stored === null)
    return entity !== null && stores.entities.isBeingCreated(entity.eid)
      ? targetOf(stores, kind, entity)
      : null;
  if (stored.missingSince !== null) return null;
  return { kind, entity, stored, doc: parseDoc(stored.doc) };
}

function byCode(stores: Finding, kind: Kind, ref: string): Target | null {
  const exact = idsWithKey(stores.cache, kind, ref);
  // Copied from a page or a sheet it may hold signs that nobody sees.
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

/** The ids of all rows with a code, queued changes included. */
export function idsWithKey(cache: Db, kind: Kind, key: string): readonly string[] {
  const rows = prepared(
    cache,
    `SELECT id FROM ${tablesOf(kind).rows} WHERE key = ? ORDER BY rid LIMIT 20`,
  )
    .pluck()
    .all(key);
  return texts.parse(rows);
}
