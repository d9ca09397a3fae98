import type { Reason } from '#contract/operations.ts';
import { markDirty } from './projection.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Returns whether an operation needs a decision, which blocks its dependents. */
function isStuck({ state }: StoredOperation): boolean {
  return state === 'refused' || state === 'conflict' || state === 'held' || state === 'discarded';
}

/** Returns whether the user holds an operation, or held it when it ended. */
export function isHeldByPerson({ reason }: Pick<StoredOperation, 'reason'>): boolean {
  return reason?.code === 'held-by-person';
}

/**
 * Updates the dependents of an operation after its state changed.
 *
 * They are held while the operation is stuck, and wait otherwise. The later operations of a record
 * are read one by one, because a record of foreign data may have thousands.
 */
export function refreshDependents(
  ws: Workspace,
  operation: Pick<StoredOperation, 'seq' | 'eid'>,
): void {
  let stuck = ws.operations.firstStuckOf(operation);
  for (const seq of ws.operations.openSeqsAfter(operation)) {
    const later = ws.operations.bySeq(seq);
    if (later === null) continue;
    const changed = holdBehind(ws, later, stuck);
    if (changed !== null) refreshNeeding(ws, changed);
    const now = changed ?? later;
    if (stuck === null && isStuck(now)) stuck = now;
  }
  refreshNeeding(ws, operation);
}

/** Does the same for several operations of one record, in one pass. */
export function refreshAllDependents(
  ws: Workspace,
  operations: readonly Pick<StoredOperation, 'seq' | 'eid'>[],
): void {
  const [first, ...others] = operations.toSorted((a, b) => a.seq - b.seq);
  if (first === undefined) return;
  refreshDependents(ws, first);
  for (const each of others) refreshNeeding(ws, each);
}

/** Updates the operations of other records that need this one. */
function refreshNeeding(ws: Workspace, { seq, eid }: Pick<StoredOperation, 'seq' | 'eid'>): void {
  for (const dependent of ws.operations.dependentsOf(seq))
    if (dependent.eid !== eid) refreshHold(ws, dependent);
}

/**
 * Releases the operations that need this one, without waiting for its outcome.
 *
 * The service already holds the record that they need.
 */
export function letDependentsGo(ws: Workspace, { seq }: Pick<StoredOperation, 'seq'>): void {
  for (const dependent of ws.operations.forgetNeed(seq)) refreshHold(ws, dependent);
}

/** Holds or releases one operation by its blockers; returns whether it changed. */
export function refreshHold(ws: Workspace, operation: StoredOperation): boolean {
  const { eid, seq } = operation;
  const changed = holdBehind(ws, operation, ws.operations.firstStuckOf({ eid, seq: seq - 1 }));
  if (changed !== null) refreshDependents(ws, changed);
  return changed !== null;
}

/**
 * Holds or releases an operation; `earlier` is the first operation of its record that is stuck.
 *
 * Returns the operation as it is now; null if it did not change.
 */
function holdBehind(
  ws: Workspace,
  operation: StoredOperation,
  earlier: StoredOperation | null,
): StoredOperation | null {
  // A restored operation has the same blockers, although it may have been sent since.
  const waits = operation.state === 'waiting' || operation.reason?.code === 'restored';
  const heldForOthers = operation.state === 'held' && operation.reason?.code === 'waits-for';
  if (!waits && !heldForOthers) return null;
  const stuck = earlier ?? stuckNeed(ws, operation);
  if (stuck === null && waits) return null;
  const reason = stuck === null ? null : waitsFor(ws, stuck);
  // A refused blocker may be discarded by now. The text must name its current state, so that the
  // user can find it.
  if (reason !== null && heldForOthers && operation.reason?.text === reason.text) return null;
  const now = ws.platform.clock.now();
  const state = reason === null ? 'waiting' : 'held';
  ws.operations.setState(operation.seq, { state, reason }, now);
  const entity = ws.entities.get(operation.eid);
  if (entity !== null) markDirty(ws, entity.kind, entity.eid);
  return ws.operations.bySeq(operation.seq);
}

/** Returns the first stuck operation of another record that an operation needs. */
function stuckNeed(ws: Workspace, { seq, eid }: StoredOperation): StoredOperation | null {
  const needed = ws.operations.needsOf(seq);
  return needed.find((each) => each.eid !== eid && isStuck(each)) ?? null;
}

function waitsFor(ws: Workspace, blocker: StoredOperation): Reason {
  const entity = ws.entities.get(blocker.eid);
  const name = entity?.key ?? entity?.title ?? 'another record';
  const state = blocker.state === 'discarded' ? 'was discarded' : `is ${blocker.state}`;
  const text = `Waits for ${blocker.action} of ${name}, which ${state}.`;
  const details = { name, action: blocker.action, state: blocker.state };
  return { code: 'waits-for', text, details };
}
