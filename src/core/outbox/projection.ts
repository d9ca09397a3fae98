import { diskFaultOf } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf, resources } from '#contract/resources/registry.ts';
import type { State } from '#contract/operations.ts';
import { z } from '#contract/zod.ts';
import { overlay } from '../record/overlay.ts';
import type { Overlaying } from '../record/overlay.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { noteLastRequest } from '../workspace/clonedDatabase.ts';
import { commitRelaxed, transact, commitDurable } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import type { Entity } from '../store/entityStore.ts';
import { incoming, OUTSIDE_RUN, parseDoc } from '../store/recordStore.ts';
import type { StoredRecord } from '../store/recordStore.ts';
import { rowShape, shownFields } from '../store/rowShape.ts';
import type { ListRow } from '../store/rowStore.ts';
import { prepared } from '../store/prepared.ts';

/** States in order of urgency for the user, the most urgent first. */
const URGENCY: readonly State[] = ['conflict', 'refused', 'unknown', 'sending', 'held', 'waiting'];

/** Returns the state that a row shows for its pending operations; null without any. */
export function pendingState(states: readonly State[]): State | null {
  return URGENCY.find((state) => states.includes(state)) ?? null;
}

/** A mark that the list row of a record is out of date. */
const dirtyRow = z.object({ kind: kindSchema, eid: z.string(), doc: z.string().nullable() });
const dirtyRowList = dirtyRow.array();
type Due = z.infer<typeof dirtyRow>;

/**
 * Rows that were updated but are still marked as dirty.
 *
 * Clearing the marks takes a transaction of its own. It waits for the next change, which writes to
 * `work.db` anyway, or for the close. A kill in between only repeats the update.
 */
const inLine = new WeakMap<Db, Map<string, Due>>();

const nameOf = ({ kind, eid }: Pick<Due, 'kind' | 'eid'>) => `${kind} ${eid}`;

/**
 * Rows that were announced before they were written.
 *
 * An entry exists as long as the lists lag behind the announcement.
 */
const pendingProjection = new WeakMap<Db, Set<string>>();

function dueOf(ws: Workspace): readonly Due[] {
  const noted = dirtyRowList.parse(prepared(ws.work, 'SELECT kind, eid, doc FROM dirty').all());
  const done = inLine.get(ws.work);
  return noted.filter((each) => each.doc !== null || done?.has(nameOf(each)) !== true);
}

/** Returns whether the lists show all pending changes. */
export function areListsInLine(ws: Workspace): boolean {
  return dueOf(ws).length === 0;
}

/** Clears the marks of rows that were updated. Call inside a transaction of `work.db`. */
export function forgetInLine(ws: Workspace): void {
  const done = inLine.get(ws.work);
  // Deleted here even if the transaction fails: the rows are then updated once more.
  inLine.delete(ws.work);
  clear(ws, [...(done?.values() ?? [])]);
}

function clear(ws: Workspace, rows: readonly Due[]): void {
  const forget = prepared(ws.work, 'DELETE FROM dirty WHERE kind = ? AND eid = ? AND doc IS ?');
  for (const { kind, eid, doc } of rows) forget.run(kind, eid, doc);
}

/** Marks the row of a record as dirty, in the transaction of its change. */
export function markDirty(ws: Workspace, kind: Kind, eid: string, doc: string | null = null): void {
  forgetInLine(ws);
  // The earlier announcement of this row is out of date.
  pendingProjection.get(ws.work)?.delete(nameOf({ kind, eid }));
  prepared(
    ws.work,
    `INSERT INTO dirty(kind, eid, doc) VALUES (?, ?, ?)
       ON CONFLICT(kind, eid) DO UPDATE SET doc = coalesce(excluded.doc, doc)`,
  ).run(kind, eid, doc);
}

/**
 * Updates every dirty row of the mirror from `work.db`.
 *
 * The two files share no transaction, so the update can be repeated at any time, even after a kill.
 * `clearing` runs the transaction that clears the marks. It decides whether the marks are flushed
 * to disk before the change is announced.
 */
export function refreshDirty(ws: Workspace, clearing: typeof transact = commitRelaxed): void {
  calmly(ws, () => {
    if (refresh(ws, clearing)) tellQueue(ws);
  });
}

/** A record as it is shown after a change, and the states of its pending operations. */
export interface Shown {
  readonly kind: Kind;
  readonly entity: Pick<Entity, 'eid' | 'serviceId'>;
  readonly record: JsonObject;
  readonly states: readonly State[];
}

/**
 * Announces how a changed record looks, and writes its row after the answer.
 *
 * The change is already on disk, and writing the row takes as long as a disk flush. Readers of
 * lists call `flushProjection` first. A kill leaves the row dirty, as a kill between the two files
 * does. Without `shown`, all dirty rows are written first. The caller announces the counts.
 */
export function showRows(ws: Workspace, shown: Shown | null = null): void {
  if (shown === null) calmly(ws, () => refresh(ws, commitRelaxed));
  else tellFirst(ws, shown);
}

/** Writes the rows that were announced first. Call before reading from the lists. */
export function flushProjection(ws: Workspace): void {
  if (pendingProjection.has(ws.work) && ws.work.open) calmly(ws, () => refresh(ws, commitRelaxed));
}

function tellFirst(ws: Workspace, { kind, entity, record, states }: Shown): void {
  const told = pendingProjection.get(ws.work) ?? new Set();
  pendingProjection.set(ws.work, told.add(nameOf({ kind, eid: entity.eid })));
  // Scheduled before the event, so that work which listeners put off until after this turn finds
  // the rows.
  catchUpSoon(ws);
  const id = entity.serviceId ?? entity.eid;
  const row = { id, pending: pendingState(states), ...shownFields(resourceOf(kind), record) };
  ws.emit('records.changed', { kind, ids: [id], rows: [row] });
}

function catchUpSoon(ws: Workspace): void {
  setImmediate(() => {
    try {
      flushProjection(ws);
    } catch (error) {
      // The row stays dirty. The next change or start writes it or reports the error.
      ws.platform.log('warn', `The list could not be brought in line yet: ${String(error)}`);
    }
  });
}

function calmly(ws: Workspace, work: () => void): void {
  try {
    work();
  } catch (error) {
    // The change is on disk and the row stays dirty, so the user's action succeeded.
    if (!isDiskTrouble(error)) throw error;
    ws.platform.log('warn', `The list could not be brought in line yet: ${String(error)}`);
  }
}

function isDiskTrouble(error: unknown): boolean {
  const fault = diskFaultOf(error);
  return fault === 'disk-full' || fault === 'disk-failed';
}

/** Updates dirty rows; returns whether one of them was not announced before. */
function refresh(ws: Workspace, clearing: typeof transact): boolean {
  const told = pendingProjection.get(ws.work);
  try {
    return bringInLine(ws, clearing, told);
  } finally {
    pendingProjection.delete(ws.work);
    if (told !== undefined) ws.platform.caughtUp?.();
  }
}

function bringInLine(
  ws: Workspace,
  clearing: typeof transact,
  told?: ReadonlySet<string>,
): boolean {
  const rows = dueOf(ws);
  if (rows.length === 0) return false;
  const changes = rows.flatMap(({ kind, eid, doc }) => {
    const entity = ws.entities.get(eid);
    return entity === null ? [] : [{ kind, entity, doc }];
  });
  // The record that a push read exists only in its mark, which is cleared below, so it must be
  // durable. The rows of pending changes are derived again at the next start after a power cut.
  const isNews = changes.some(({ entity, doc }) => doc !== null || entity.state === 'gone');
  (isNews ? commitDurable : transact)(ws.cache, () => {
    for (const { kind, entity, doc } of changes) refreshEntity(ws, kind, entity, doc);
    noteLastRequest(ws.cache, ws.work);
  });
  // Clearing marks twice is harmless, so the disk need not be waited for.
  if (isNews || clearing !== commitRelaxed || rows.length > FEW)
    clearing(ws.work, () => clear(ws, rows));
  else inLine.set(ws.work, new Map(rows.map((each) => [nameOf(each), each])));
  const untold = changes.filter(
    ({ kind, entity: { eid } }) => told?.has(nameOf({ kind, eid })) !== true,
  );
  announce(ws, untold);
  return untold.length > 0;
}

/** More rows than one edit makes dirty. */
const FEW = 20;

interface Changed {
  readonly kind: Kind;
  readonly entity: Entity;
}

function announce(ws: Workspace, changes: readonly Changed[]): void {
  for (const kind of new Set(changes.map((each) => each.kind))) {
    const ids = changes
      .filter((each) => each.kind === kind)
      .map(({ entity: { serviceId, eid } }) => serviceId ?? eid);
    ws.emit('records.changed', { kind, ids });
  }
}

/** Announces the number of operations in each state. */
export function tellQueue(ws: Workspace): void {
  ws.emit('outbox.changed', { counts: ws.operations.counts() });
}

function refreshEntity(ws: Workspace, kind: Kind, entity: Entity, doc: string | null): void {
  const { serviceId } = entity;
  if (serviceId !== null && doc !== null)
    ws.records.apply(kind, [incoming(serviceId, doc)], OUTSIDE_RUN, ws.platform.clock.now());
  if (serviceId !== null && entity.state === 'gone')
    ws.records.markMissing(kind, serviceId, ws.platform.clock.now());
  const stored = serviceId === null ? null : ws.records.get(kind, serviceId);
  const local = -entity.number;
  if (stored !== null) ws.rows.remove(kind, local);
  const row = rowOf(ws, kind, entity, stored);
  if (row === null) ws.rows.remove(kind, stored?.rid ?? local);
  else ws.rows.put(kind, row);
}

/** Returns the list row of a record; null if no list shows it. */
function rowOf(
  ws: Workspace,
  kind: Kind,
  entity: Entity,
  stored: StoredRecord | null,
): ListRow | null {
  const operations = ws.operations.openOf(entity.eid);
  const gone = stored === null || stored.missingSince !== null;
  if (gone && operations.length === 0) return null;
  const id = entity.serviceId ?? entity.eid;
  return listRow(
    ws,
    kind,
    { rid: stored?.rid ?? -entity.number, id, doc: stored?.doc ?? null },
    operations,
  );
}

type Operations = readonly (Overlaying & { readonly state: State })[];
interface Rowed {
  readonly rid: number;
  readonly id: string;
  readonly doc: string | null;
}

/** Writes the row of one record with its open operations. */
export function writeRow(ws: Workspace, kind: Kind, record: Rowed, operations: Operations): void {
  ws.rows.put(kind, listRow(ws, kind, record, operations));
}

/**
 * Writes the row of a record without pending operations.
 *
 * The search index is updated later.
 */
export function loadRow(ws: Workspace, kind: Kind, record: Rowed): void {
  ws.rows.load(kind, listRow(ws, kind, record, []));
}

function listRow(
  { uploads }: Pick<Workspace, 'uploads'>,
  kind: Kind,
  record: Rowed,
  operations: Operations,
): ListRow {
  const resource = resourceOf(kind);
  const doc = record.doc === null ? null : parseDoc(record.doc);
  const merged = overlay(resource, doc, operations, uploads.sentAs);
  return {
    ...rowShape(resource, merged),
    rid: record.rid,
    id: record.id,
    pending: pendingState(operations.map(({ state }) => state)),
    merged: operations.length > 0 ? JSON.stringify(merged) : null,
  };
}

/**
 * Rewrites all list rows without pending operations.
 *
 * Rows may show operations that a restored backup lacks, or an older state after a power cut.
 */
export function dropOverlays(ws: Workspace): void {
  transact(ws.cache, () => {
    for (const { kind } of resources)
      for (const { rid, id } of ws.rows.overlaid(kind)) {
        const stored = rid < 0 ? null : ws.records.get(kind, id);
        if (stored === null || stored.missingSince !== null) ws.rows.remove(kind, rid);
        else writeRow(ws, kind, { rid, id, doc: stored.doc }, []);
      }
  });
}

/** Marks every record with open operations as dirty, for a mirror that shows none of them. */
export function markAllDirty(ws: Workspace): void {
  const eids = new Set(ws.operations.openHeads().map(({ eid }) => eid));
  transact(ws.work, () => {
    for (const eid of eids) {
      const entity = ws.entities.get(eid);
      if (entity !== null) markDirty(ws, entity.kind, eid);
    }
  });
}
