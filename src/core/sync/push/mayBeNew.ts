import type { JsonObject } from '#contract/json.ts';
import { idOf } from '../../api/identity.ts';
import type { Owned } from '../../outbox/actions.ts';
import type { Run } from './run.ts';

/** A creation, and the workspace in which it waits. */
interface Creation extends Owned {
  readonly run: Pick<Run, 'ws'>;
}

/**
 * Whether a record may have come since this creation was first sent; none that was known here before it has, nor one
 * that another creation made. What a person did since to a record that a list had shown says nothing.
 */
export function mayBeNew({ entity, operation, run }: Creation, id: string): boolean {
  const { entities } = run.ws;
  const known = entities.byServiceId(entity.kind, id);
  const isOther = known !== null && known.eid !== entity.eid;
  if (isOther && (known.number < entity.number || entities.wasCreated(known.eid))) return false;
  const [first, ...later] = run.ws.activity.attempts(operation.seq);
  const taken = run.ws.records.takenAt(entity.kind, id);
  if (taken === null || first === undefined || taken >= first.startedAt) return true;
  // A clock that was set back since, as its trust in it shows, tells nothing of what came first.
  const since = [run.ws.platform.clock.now(), ...later.map(({ startedAt }) => startedAt)];
  if (operation.sentAt !== null) since.push(operation.sentAt);
  return since.some((at) => at < first.startedAt);
}

/** Whether a record without a code, which may be the same as another in all that it holds, stood there before this one. */
export function wasBefore(creation: Creation, record: JsonObject): boolean {
  const id = creation.entity.key === null ? idOf(record) : null;
  return id !== null && !mayBeNew(creation, id);
}
