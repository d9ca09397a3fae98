import type { State } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { GroupStore } from '../store/batchStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { isHeldByPerson, refreshDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';

const BACK = { state: 'waiting' } as const;

/** Where a removal leaves what it took the place of. */
const REPLACED: readonly State[] = ['merged'];

/**
 * Lets operations wait again that a removal had taken the place of, now that it is taken back, and gives them. What
 * was carried out meanwhile, or is open, stays as it is. Call inside a transaction of the work.
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
  // What it needs may be stuck by now, and what needs it was held while it was gone.
  for (const { seq } of ended) {
    const back = ws.operations.bySeq(seq);
    if (back === null) continue;
    refreshHold(ws, back);
    refreshDependents(ws, back);
  }
  return ended;
}

/** Ends an operation that a removal has made needless, until the removal is taken back. */
export function supersede(
  ws: Workspace,
  { kind }: Pick<Entity, 'kind'>,
  removal: Pick<StoredOperation, 'id'>,
  operation: StoredOperation,
): void {
  ws.operations.setState(operation.seq, { state: 'merged' }, ws.platform.clock.now());
  journal(ws, kind, operation, 'replaced');
  new GroupStore(ws.work).addEnded(removal.id, operation.seq);
}

/** The same for all that one removal had replaced: the record stays, and what was changed is still meant. */
export function bringBackReplaced(ws: Workspace, kind: Kind, { id }: StoredOperation): void {
  reinstate(ws, kind, new GroupStore(ws.work).endedBy(id));
}

/** What a removal has taken the place of, and is meant again where that is taken back. */
export function replacedBy(ws: Workspace, { id }: StoredOperation): readonly StoredOperation[] {
  return thoseOf(ws, new GroupStore(ws.work).endedBy(id), REPLACED);
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
