import type { JsonObject } from '#contract/json.ts';
import { idOf } from '../record/identity.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { OperationWithEntity } from './owned.ts';

/** A creation and its workspace. */
interface Creation extends OperationWithEntity {
  readonly run: { readonly ws: Workspace };
}

/**
 * Returns whether a creation may have created a record of the service.
 *
 * False for a record that was known before the creation was queued or sent, and for one that
 * another creation made. A record that got its local id only because the user edited it after it
 * was listed may still be ours.
 */
export function mayBeOurCreate({ entity, operation, run }: Creation, id: string): boolean {
  const { entities } = run.ws;
  const known = entities.byServiceId(entity.kind, id);
  const isOther = known !== null && known.eid !== entity.eid;
  if (isOther && (known.number < entity.number || entities.wasCreated(known.eid))) return false;
  const attempts = run.ws.activity.attempts(operation.seq);
  const taken = run.ws.records.takenAt(entity.kind, id);
  if (taken === null || attempts.length === 0) return true;
  // If the wall clock was set back, `now` is the earliest of these times. Records that were stored
  // after it may then be ours.
  const times = [run.ws.platform.clock.now(), ...attempts.map(({ startedAt }) => startedAt)];
  if (operation.sentAt !== null) times.push(operation.sentAt);
  return taken >= Math.min(...times);
}

/**
 * Returns whether a record without a code existed before a creation.
 *
 * Records without a code may hold equal values, so only the times tell them apart.
 */
export function wasBefore(creation: Creation, record: JsonObject): boolean {
  const id = creation.entity.key === null ? idOf(record) : null;
  return id !== null && !mayBeOurCreate(creation, id);
}
