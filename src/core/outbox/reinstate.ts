import type { State } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isHeldByPerson, refreshDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';

const BACK = { state: 'waiting' } as const;

/** The state of operations that a removal replaced. */
const REPLACED: readonly State[] = ['merged'];

/**
 * Reinstates the operations that a removal replaced; returns them.
 *
 * They wait again, or are held again if the user held them. Operations that were carried out
 * meanwhile, or are open, stay as they are. Call inside a transaction of `work.db`.
 */
export function reinstate(
  ws: Workspace,
  kind: Kind,
  seqs: readonly number[],
  from: readonly State[] = REPLACED,
): readonly StoredOperation[] {
  const ended = thoseOf(ws, seqs, from);
  for (const each of ended) {
    const { reason } = each;
    const as = isHeldByPerson(each) ? ({ state: 'held', reason } as const) : BACK;
    ws.operations.setState(each.seq, as, ws.platform.clock.now());
    journal(ws, kind, each, 'queued');
  }
  // Operations that these need may be stuck by now. Operations that need these were held meanwhile.
  for (const { seq } of ended) {
    const back = ws.operations.bySeq(seq);
    if (back === null) continue;
    refreshHold(ws, back);
    refreshDependents(ws, back);
  }
  return ended;
}

/** Ends an operation that a removal makes needless, until the removal is taken back. */
export function supersede(
  ws: Workspace,
  { kind }: Pick<Entity, 'kind'>,
  removal: Pick<StoredOperation, 'id'>,
  operation: StoredOperation,
): void {
  ws.operations.setState(operation.seq, { state: 'merged' }, ws.platform.clock.now());
  journal(ws, kind, operation, 'replaced');
  new BatchStore(ws.work).addEnded(removal.id, operation.seq);
}

/** Reinstates all operations that one removal replaced, because the record stays. */
export function bringBackReplaced(ws: Workspace, kind: Kind, { id }: StoredOperation): void {
  reinstate(ws, kind, new BatchStore(ws.work).endedBy(id));
}

/** Returns the operations that a removal replaced and that return if it is taken back. */
export function replacedBy(ws: Workspace, { id }: StoredOperation): readonly StoredOperation[] {
  return thoseOf(ws, new BatchStore(ws.work).endedBy(id), REPLACED);
}

function thoseOf(
  ws: Workspace,
  seqs: readonly number[],
  states: readonly State[],
): readonly StoredOperation[] {
  return seqs
    .flatMap((seq) => ws.operations.bySeq(seq) ?? [])
    .filter(({ state }) => states.includes(state));
}
