import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { GroupStore } from '../groups/groupStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from '../store/view.ts';
import type { Workspace } from '../workspace.ts';
import { move } from './actions.ts';
import type { Owned } from './actions.ts';
import { bringBackReplaced } from './bringBack.ts';
import { nameOf } from './draft.ts';

/** A record that the service holds: its id there, and what it shows of it. */
export interface Held {
  readonly id: string;
  readonly record: JsonObject;
}

/** The identity here of a record of the service: the one it has, or one that is written down now. */
export function entityOf(ws: Workspace, kind: Kind, { id, record }: Held): Entity {
  return ws.entities.byServiceId(kind, id) ?? insertLinked(ws, kind, id, record);
}

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
  { operation, entity }: Owned,
): readonly StoredOperation[] {
  for (const each of ws.operations.openBehind(operation)) {
    if (each.action !== 'remove') continue;
    move(ws, { operation: each, entity }, { state: 'discarded' }, 'discarded-with-creation');
    bringBackReplaced(ws, entity.kind, each);
  }
  return ws.operations.openBehind(operation);
}

/** A record here turns out to be another one here; what waits for it waits for that, and Undo finds it there. */
export function becomeOne(
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
  ws.entities.release(entity.eid, 'gone');
  // Removed once and seen again on the service: it is the same record, and it lives.
  if (other.state === 'gone' && other.serviceId !== null)
    ws.entities.link(other.eid, other.serviceId);
  markDirty(ws, entity.kind, entity.eid);
}
