import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from './projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { move } from './actions.ts';
import { bringBackReplaced } from './reinstate.ts';
import { nameOf } from './draft.ts';
import { refreshHold } from './holds.ts';
import type { OperationWithEntity } from './owned.ts';

/** Inserts the local entity of a record of the service. */
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
 * Returns the changes behind a creation whose record someone else had created.
 *
 * Removals among them are discarded, because the record is not ours. Operations that such a removal
 * replaced are reinstated.
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

/** Links a removed record again that the service shows again. */
export function seenAgain(ws: Workspace, { eid, state, serviceId }: Entity): void {
  if (state === 'gone' && serviceId !== null) ws.entities.link(eid, serviceId);
}

/**
 * Links a creation to its record on the service; returns the entity that remains.
 *
 * A record that was already edited under its service id keeps its own entity. It was visible beside
 * the creation, so a user who removed the creation did not mean that record.
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

/**
 * Moves waiting operations to another entity of the same record.
 *
 * Their batch items move too, so that Undo finds them.
 */
export function mergeEntities(
  ws: Workspace,
  entity: Entity,
  other: Entity,
  waiting: readonly StoredOperation[],
): void {
  if (entity.eid === other.eid) return;
  const groups = new BatchStore(ws.work);
  for (const each of waiting) {
    ws.operations.handOver(each, other.eid);
    groups.handOver(each.id, other.eid);
  }
  // The moved operations may stand before or behind those of the other entity, so all holds are
  // updated.
  for (const each of ws.operations.openOf(other.eid)) refreshHold(ws, each);
  ws.entities.release(entity.eid, 'gone');
  seenAgain(ws, other);
  markDirty(ws, entity.kind, entity.eid);
}
