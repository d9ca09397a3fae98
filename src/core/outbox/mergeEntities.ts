import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { GroupStore } from '../store/batchStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from './projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { move } from './actions.ts';
import { bringBackReplaced } from './reinstate.ts';
import { nameOf } from './draft.ts';
import { refreshHold } from './holds.ts';
import type { OperationWithEntity } from './owned.ts';

/** Gives a record of the service its identity here. */
export function insertLinked(
  ws: Workspace,
  kind: Kind,
  serviceId: string | null,
  record: JsonObject,
): Entity {
  const { key, title } = nameOf(resourceOf(kind), record);
  const eid = ws.platform.random.id();
  return ws.entities.insert({ eid, kind, serviceId, key, title, state: 'linked' });
}

/**
 * What stands behind a creation that turned out not to be one: the record was there, by another hand. What removes
 * it is dropped, since there is nothing of ours to remove; what that had replaced is meant again.
 */
export function changesBehind(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
): readonly StoredOperation[] {
  for (const each of ws.operations.openAfter(operation)) {
    if (each.action !== 'remove') continue;
    move(ws, { operation: each, entity }, { state: 'discarded' }, 'discarded-with-creation');
    bringBackReplaced(ws, entity.kind, each);
  }
  return ws.operations.openAfter(operation);
}

/** Removed once and seen again on the service: it is the same record, and it lives. */
export function seenAgain(ws: Workspace, { eid, state, serviceId }: Entity): void {
  if (state === 'gone' && serviceId !== null) ws.entities.link(eid, serviceId);
}

/**
 * Ties a creation to the record that it turned out to be; gives the identity under which both go on. One that was read
 * and changed here under its id before keeps that of its own: it was in sight beside the creation, and who had that
 * removed meant the creation alone.
 */
export function linkToService(
  ws: Workspace,
  owned: OperationWithEntity,
  serviceId: string,
): Entity {
  const { entity } = owned;
  const known = ws.entities.byServiceId(entity.kind, serviceId);
  if (known === null) ws.entities.link(entity.eid, serviceId);
  else if (known.eid !== entity.eid) mergeEntities(ws, entity, known, changesBehind(ws, owned));
  return known ?? entity;
}

/** A record here turns out to be another one here; what waits for it waits for that, and Undo finds it there. */
export function mergeEntities(
  ws: Workspace,
  entity: Entity,
  other: Entity,
  waiting: readonly StoredOperation[],
): void {
  if (entity.eid === other.eid) return;
  const groups = new GroupStore(ws.work);
  for (const each of waiting) {
    ws.operations.handOver(each, other.eid);
    groups.handOver(each.id, other.eid);
  }
  // What was held of one stands before or behind what waits of the other.
  for (const each of ws.operations.openOf(other.eid)) refreshHold(ws, each);
  ws.entities.release(entity.eid, 'gone');
  seenAgain(ws, other);
  markDirty(ws, entity.kind, entity.eid);
}
