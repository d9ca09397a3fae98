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

/** States from the one that asks most of a person to the one that asks nothing. */
const URGENCY: readonly State[] = ['conflict', 'refused', 'unknown', 'sending', 'held', 'waiting'];

/** The state that a row shows for its queued operations; null when there are none. */
export function pendingState(states: readonly State[]): State | null {
  return URGENCY.find((state) => states.includes(state)) ?? null;
}

/** What of the work is due in the lists. */
const dirtyRow = z.object({ kind: kindSchema, eid: z.string(), doc: z.string().nullable() });
const dirtyRowList = dirtyRow.array();
type Due = z.infer<typeof dirtyRow>;

/**
 * What was due and is in line again, and is still noted as due. To forget it is a transaction of its own, so
 * that waits for the next change, which writes there anyway, or for the close. A kill in between brings it in
 * line once more, which does no harm.
 */
const inLine = new WeakMap<Db, Map<string, Due>>();

const nameOf = ({ kind, eid }: Pick<Due, 'kind' | 'eid'>) => `${kind} ${eid}`;

/** What was told before it was written; there is an entry for as long as the lists are behind what was told. */
const pendingProjection = new WeakMap<Db, Set<string>>();

function dueOf(ws: Workspace): readonly Due[] {
  const noted = dirtyRowList.parse(prepared(ws.work, 'SELECT kind, eid, doc FROM dirty').all());
  const done = inLine.get(ws.work);
  return noted.filter((each) => each.doc !== null || done?.has(nameOf(each)) !== true);
}

/** Whether the lists show all that the work says. */
export function areListsInLine(ws: Workspace): boolean {
  return dueOf(ws).length === 0;
}

/** Forgets what is in line again. Call inside a transaction of the work. */
export function forgetInLine(ws: Workspace): void {
  const done = inLine.get(ws.work);
  // Forgotten here even if the transaction fails: then it is due once more.
  inLine.delete(ws.work);
  clear(ws, [...(done?.values() ?? [])]);
}

function clear(ws: Workspace, rows: readonly Due[]): void {
  const forget = prepared(ws.work, 'DELETE FROM dirty WHERE kind = ? AND eid = ? AND doc IS ?');
  for (const { kind, eid, doc } of rows) forget.run(kind, eid, doc);
}

/** Notes, in the transaction of a change, that a record's row must be brought in line with it. */
export function markDirty(ws: Workspace, kind: Kind, eid: string, doc: string | null = null): void {
  forgetInLine(ws);
  // What was told of it is no longer all that there is to tell.
  pendingProjection.get(ws.work)?.delete(nameOf({ kind, eid }));
  prepared(
    ws.work,
    `INSERT INTO dirty(kind, eid, doc) VALUES (?, ?, ?)
       ON CONFLICT(kind, eid) DO UPDATE SET doc = coalesce(excluded.doc, doc)`,
  ).run(kind, eid, doc);
}

/**
 * Brings every dirty row of the mirror in line with the work. The two files have no common
 * transaction, so this can be repeated at any time, a kill in the middle included. `clearing` says whether
 * the work is waited for on its way to the disk before anybody is told.
 */
export function refreshDirty(ws: Workspace, clearing: typeof transact = commitRelaxed): void {
  calmly(ws, () => {
    if (refresh(ws, clearing)) tellQueue(ws);
  });
}

/** A record as it is shown once what was just queued is on disk, and the states of what waits for it. */
export interface Shown {
  readonly kind: Kind;
  readonly entity: Pick<Entity, 'eid' | 'serviceId'>;
  readonly record: JsonObject;
  readonly states: readonly State[];
}

/**
 * Tells how a changed record looks now, and writes its row behind the answer: the change is on disk, and to
 * write the row takes as long as a wait for the disk. Whoever reads lists catches up first; a kill leaves it
 * due, as one between the two files does. Without `shown` all that is due is written first. The caller says how
 * many wait.
 */
export function showRows(ws: Workspace, shown: Shown | null = null): void {
  if (shown === null) calmly(ws, () => refresh(ws, commitRelaxed));
  else tellFirst(ws, shown);
}

/** Writes what was told first; to be called before anything is read from the lists. */
export function flushProjection(ws: Workspace): void {
  if (pendingProjection.has(ws.work) && ws.work.open) calmly(ws, () => refresh(ws, commitRelaxed));
}

function tellFirst(ws: Workspace, { kind, entity, record, states }: Shown): void {
  const told = pendingProjection.get(ws.work) ?? new Set();
  pendingProjection.set(ws.work, told.add(nameOf({ kind, eid: entity.eid })));
  // Before anybody is told: what they put off until this turn is over finds the rows.
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
      // It stays due: the next change or start writes it, or says what is wrong.
      ws.platform.log('warn', `The list could not be brought in line yet: ${String(error)}`);
    }
  });
}

function calmly(ws: Workspace, work: () => void): void {
  try {
    work();
  } catch (error) {
    // The work is on disk already, and what is due of the list stays noted: nothing failed for the person.
    if (!isDiskTrouble(error)) throw error;
    ws.platform.log('warn', `The list could not be brought in line yet: ${String(error)}`);
  }
}

function isDiskTrouble(error: unknown): boolean {
  const fault = diskFaultOf(error);
  return fault === 'disk-full' || fault === 'disk-failed';
}

/** Tells whether anything was due that nobody has been told of. */
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
  // What the service said is known nowhere else once it is cleared below; what the lists show of
  // queued changes is made again at the next start, should a power cut take it back.
  const isNews = changes.some(({ entity, doc }) => doc !== null || entity.state === 'gone');
  (isNews ? commitDurable : transact)(ws.cache, () => {
    for (const { kind, entity, doc } of changes) refreshEntity(ws, kind, entity, doc);
    noteLastRequest(ws.cache, ws.work);
  });
  // What is cleared twice does no harm: the disk need not be waited for.
  if (isNews || clearing !== commitRelaxed || rows.length > FEW)
    clearing(ws.work, () => clear(ws, rows));
  else inLine.set(ws.work, new Map(rows.map((each) => [nameOf(each), each])));
  const untold = changes.filter(
    ({ kind, entity: { eid } }) => told?.has(nameOf({ kind, eid })) !== true,
  );
  announce(ws, untold);
  return untold.length > 0;
}

/** More than an edit leaves behind. */
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

/** Says how many changes wait in which state. */
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

/** The row of a record as it stands; null for one that no list shows. */
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

/** Writes the row of one record with the operations that are open for it. */
export function writeRow(ws: Workspace, kind: Kind, record: Rowed, operations: Operations): void {
  ws.rows.put(kind, listRow(ws, kind, record, operations));
}

/** Writes a row of a record without pending operations; the search index learns of it later. */
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
 * Shows the mirror alone again: what the lists say of queued changes, new records among them, may be of
 * work that a backup took back, or older than the work after a power cut.
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

/** Marks every record with open operations, for a mirror that shows none of them. */
export function markAllDirty(ws: Workspace): void {
  const eids = new Set(ws.operations.open().map(({ eid }) => eid));
  transact(ws.work, () => {
    for (const eid of eids) {
      const entity = ws.entities.get(eid);
      if (entity !== null) markDirty(ws, entity.kind, eid);
    }
  });
}
