import type { Reason } from '#contract/operations.ts';
import { markDirty } from './projection.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** An operation that will not move by itself holds up what depends on it. */
function isStuck({ state }: StoredOperation): boolean {
  return state === 'refused' || state === 'conflict' || state === 'held' || state === 'discarded';
}

/** Held because a person wants it so, now or when it ended. */
export function isHeldByPerson({ reason }: Pick<StoredOperation, 'reason'>): boolean {
  return reason?.code === 'held-by-person';
}

/** What an operation waits for: earlier ones of its record, and those it needs. */
export function blockersOf(ws: Workspace, operation: StoredOperation): readonly StoredOperation[] {
  const earlier = ws.operations.openBefore(operation);
  const needed = ws.operations
    .needsOf(operation.seq)
    .filter(({ state, eid }) => state !== 'done' && state !== 'merged' && eid !== operation.eid);
  return [...earlier, ...needed];
}

/** Brings what depends on an operation in line with its new state: held while it is stuck, else waiting. */
export function refreshDependents(
  ws: Workspace,
  operation: Pick<StoredOperation, 'seq' | 'eid'>,
): void {
  const later = ws.operations.openAfter(operation);
  const dependents = ws.operations.dependentsOf(operation.seq);
  const all = new Map([...later, ...dependents].map((each) => [each.seq, each]));
  for (const dependent of all.values()) refreshHold(ws, dependent);
}

/** The service has what others need of this, whatever becomes of it: they wait for it no longer. */
export function letDependentsGo(ws: Workspace, { seq }: Pick<StoredOperation, 'seq'>): void {
  for (const dependent of ws.operations.forgetNeed(seq)) refreshHold(ws, dependent);
}

/** Brings one operation in line with what it waits for; tells whether it was not. */
export function refreshHold(ws: Workspace, operation: StoredOperation): boolean {
  // What came with a backup or a copy waits for the same, though nobody knows whether it was sent since.
  const waits = operation.state === 'waiting' || operation.reason?.code === 'restored';
  const heldForOthers = operation.state === 'held' && operation.reason?.code === 'waits-for';
  if (!waits && !heldForOthers) return false;
  const stuck = blockersOf(ws, operation).find(isStuck);
  if (stuck === undefined && waits) return false;
  const reason = stuck === undefined ? null : waitsFor(ws, stuck);
  // What was refused may be discarded by now: a person who looks for it under what it was finds nothing.
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
