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
 * Returns the operations that an operation waits for: earlier ones of its record, and needed ones.
 */
export function blockersOf(ws: Workspace, operation: StoredOperation): readonly StoredOperation[] {
  const earlier = ws.operations.openBefore(operation);
  const needed = ws.operations
    .needsOf(operation.seq)
    .filter(({ state, eid }) => state !== 'done' && state !== 'merged' && eid !== operation.eid);
  return [...earlier, ...needed];
}

/**
 * Updates the dependents of an operation after its state changed.
 *
 * They are held while the operation is stuck, and wait otherwise.
 */
export function refreshDependents(
  ws: Workspace,
  operation: Pick<StoredOperation, 'seq' | 'eid'>,
): void {
  const later = ws.operations.openAfter(operation);
  const dependents = ws.operations.dependentsOf(operation.seq);
  const all = new Map([...later, ...dependents].map((each) => [each.seq, each]));
  for (const dependent of all.values()) refreshHold(ws, dependent);
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
  // A restored operation has the same blockers, although it may have been sent since.
  const waits = operation.state === 'waiting' || operation.reason?.code === 'restored';
  const heldForOthers = operation.state === 'held' && operation.reason?.code === 'waits-for';
  if (!waits && !heldForOthers) return false;
  const stuck = blockersOf(ws, operation).find(isStuck);
  if (stuck === undefined && waits) return false;
  const reason = stuck === undefined ? null : waitsFor(ws, stuck);
  // A refused blocker may be discarded by now. The text must name its current state, so that the
  // user can find it.
  if (reason !== null && heldForOthers && operation.reason?.text === reason.text) return false;
  const now = ws.platform.clock.now();
  const state = reason === null ? 'waiting' : 'held';
  ws.operations.setState(operation.seq, { state, reason }, now);
  const entity = ws.entities.get(operation.eid);
  if (entity !== null) markDirty(ws, entity.kind, entity.eid);
  const changed = ws.operations.bySeq(operation.seq);
  if (changed !== null) refreshDependents(ws, changed);
  return true;
}

function waitsFor(ws: Workspace, blocker: StoredOperation): Reason {
  const entity = ws.entities.get(blocker.eid);
  const name = entity?.key ?? entity?.title ?? 'another record';
  const state = blocker.state === 'discarded' ? 'was discarded' : `is ${blocker.state}`;
  const text = `Waits for ${blocker.action} of ${name}, which ${state}.`;
  const details = { name, action: blocker.action, state: blocker.state };
  return { code: 'waits-for', text, details };
}
