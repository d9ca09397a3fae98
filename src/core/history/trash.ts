import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { nameOf } from '../outbox/draft.ts';
import { transact, commitDurable } from '../store/database.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isRemovedHere } from './ownChanges.ts';
import { dropLeft, isTrashOfService } from '../store/trashOfService.ts';

const DAY = 86_400_000;
const place = z.object({ kind: kindSchema, id: z.string() });
const placeList = place.array();
type TrashPlace = z.infer<typeof place>;
const goneList = place.extend({ at: z.number() }).array();
type Gone = z.infer<typeof goneList>[number];

/**
 * Stores the last version of deleted records in `work.db`; returns whether anything changed.
 *
 * There a damaged mirror cannot destroy them. A record that came back leaves the trash; one deleted
 * again is stored in its latest version.
 */
export function keepTrash(ws: Workspace): boolean {
  const kept = ws.work
    .prepare(`SELECT kind, id, removed_at AS at FROM trash WHERE ${isTrashOfService}`)
    .all();
  const known = new Map(goneList.parse(kept).map((row) => [nameOfPlace(row), row.at]));
  const missing = goneList.parse(
    ws.cache
      .prepare('SELECT kind, id, missing_since AS at FROM record WHERE missing_since IS NOT NULL')
      .all(),
  );
  const fresh = missing.filter((row) => known.get(nameOfPlace(row)) !== row.at);
  const gone = new Set(missing.map(nameOfPlace));
  const back = [...known.keys()]
    .filter((name) => !gone.has(name))
    .map(placeOfName)
    .filter((each) => isHere(ws, each));
  if (fresh.length === 0 && back.length === 0) return false;
  transact(ws.work, () => {
    for (const row of fresh) insert(ws, row);
    for (const each of back) forget(ws, each);
  });
  return true;
}

function nameOfPlace({ kind, id }: TrashPlace): string {
  return JSON.stringify([kind, id]);
}

const placeName = z.tuple([kindSchema, z.string()]);

function placeOfName(name: string): TrashPlace {
  const [kind, id] = placeName.parse(JSON.parse(name));
  return { kind, id };
}

function isHere({ records }: Workspace, { kind, id }: TrashPlace): boolean {
  return records.get(kind, id)?.missingSince === null;
}

function insert(ws: Workspace, row: Gone): void {
  const { kind, id, at } = row;
  const doc = ws.records.get(kind, id)?.doc;
  if (doc === undefined) return;
  const { key, title } = nameOf(resourceOf(kind), parseDoc(doc));
  ws.work
    .prepare(
      'INSERT OR REPLACE INTO trash(kind, id, doc, key, title, removed_at, removed_by) VALUES (?, ?, ?, ?, ?, ?, ?)',
    )
    .run(kind, id, doc, key, title, at, isRemovedHere(ws, row) ? 'here' : 'there');
  dropLeft(ws.work, kind, id);
}

function forget({ work }: Workspace, { kind, id }: TrashPlace): void {
  work.prepare('DELETE FROM trash WHERE kind = ? AND id = ?').run(kind, id);
  dropLeft(work, kind, id);
}

/** Forgets deleted records after the time that the user set; returns their number. */
export function purgeTrash(ws: Workspace): number {
  const limit = ws.platform.clock.now() - ws.settings.all().trashDays * DAY;
  const old = placeList.parse(
    ws.work.prepare('SELECT kind, id FROM trash WHERE removed_at < ?').all(limit),
  );
  return forgetDeleted(ws, old).forgotten;
}

/**
 * Forgets deleted records for good, except those with pending operations.
 *
 * The mirror's tombstone is removed first.
 */
export function forgetDeleted(
  ws: Workspace,
  items: readonly TrashPlace[],
): { readonly forgotten: number; readonly kept: number } {
  const known = items.filter(
    ({ kind, id }) =>
      ws.work.prepare('SELECT 1 FROM trash WHERE kind = ? AND id = ?').get(kind, id) !== undefined,
  );
  const free = known.filter(({ kind, id }) => !isNeeded(ws, kind, id));
  // If a power cut restored the tombstones, `keepTrash` would store the records again.
  commitDurable(ws.cache, () => {
    for (const { kind, id } of free)
      ws.cache
        .prepare('DELETE FROM record WHERE kind = ? AND id = ? AND missing_since IS NOT NULL')
        .run(kind, id);
    for (const kind of new Set(free.map((each) => each.kind)))
      doubtPages(
        ws,
        kind,
        free.filter((each) => each.kind === kind).map(({ id }) => id),
      );
  });
  transact(ws.work, () => {
    for (const each of free) forget(ws, each);
  });
  return { forgotten: free.length, kept: known.length - free.length };
}

/**
 * Clears the digests of pages that show these records.
 *
 * If the service has such a record again, an unchanged page would be skipped and the mirror would
 * miss it.
 */
function doubtPages({ cache }: Workspace, kind: Kind, ids: readonly string[]): void {
  cache
    .prepare(
      `UPDATE page SET digest = '', marks = NULL WHERE kind = ? AND EXISTS
         (SELECT 1 FROM json_each(page.ids) j WHERE j.value IN (SELECT value FROM json_each(?)))`,
    )
    .run(kind, JSON.stringify(ids));
}

/** Returns whether a pending operation concerns this record. */
export function isNeeded(
  { entities, operations }: Pick<Workspace, 'entities' | 'operations'>,
  kind: Kind,
  id: string,
): boolean {
  const entity = entities.byServiceId(kind, id);
  return entity !== null && operations.openOf(entity.eid).length > 0;
}
