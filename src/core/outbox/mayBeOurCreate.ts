import type { JsonObject } from '#contract/json.ts';
import { idOf } from '../record/identity.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { OperationWithEntity } from './owned.ts';

/** A creation, and the workspace in which it waits. */
interface Creation extends OperationWithEntity {
  readonly run: { readonly ws: Workspace };
}

/**
 * Whether a record may have come since this creation was first sent; none that was known here before it has, nor one
 * that another creation made. What a person did since to a record that a list had shown says nothing.
 */
export function mayBeOurCreate({ entity, operation, run }: Creation, id: string): boolean {
  const { entities } = run.ws;
  const known = entities.byServiceId(entity.kind, id);
  const isOther = known !== null && known.eid !== entity.eid;
  if (isOther && (known.number < entity.number || entities.wasCreated(known.eid))) return false;
  const attempts = run.ws.activity.attempts(operation.seq);
  const taken = run.ws.records.takenAt(entity.kind, id);
  if (taken === null || attempts.length === 0) return true;
  // A clock that was set back since, as its trust in it shows, tells what came first of nothing that was taken behind that.
  const times = [run.ws.platform.clock.now(), ...attempts.map(({ startedAt }) => startedAt)];
  if (operation.sentAt !== null) times.push(operation.sentAt);
  return taken >= Math.min(...times);
}

/** Whether a record without a code, which may be the same as another in all that it holds, stood there before this one. */
export function wasBefore(creation: Creation, record: JsonObject): boolean {
  const id = creation.entity.key === null ? idOf(record) : null;
  return id !== null && !mayBeOurCreate(creation, id);
}
