import type { PlainAct } from '#contract/operations.ts';
import type { AgainNote } from '#contract/past.ts';
import type { ManyResult, Output } from '#contract/procedures.ts';
import { transact } from '../store/database.ts';
import { refreshDirty } from './projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { ownedOperation, STEPS } from './actions.ts';
import { inSavepoint } from './batches/inSavepoint.ts';
import { copiesOf } from './fileCopies.ts';
import { stageForAgain } from './recreate.ts';
import { DecisionGroup } from './decisions.ts';
import { settleConflict } from './resolve.ts';
import type { Side } from './resolve.ts';

/**
 * Applies one action to many operations in one transaction.
 *
 * An operation that fails is returned with its error, and the others continue. Operations that were
 * discarded along with a creation count as done.
 */
export function actMany(ws: Workspace, what: PlainAct, ids: readonly string[]): ManyResult {
  if (what === 'discard') return discardMany(ws, ids);
  return withEach(ws, ids, (id) => STEPS[what](ws, ownedOperation(ws, id)));
}

function discardMany(ws: Workspace, ids: readonly string[]): ManyResult {
  const decided = new DecisionGroup(ws, 'discard');
  const discardOne = (id: string) => {
    const owned = ownedOperation(ws, id);
    if (owned.operation.state === 'discarded') return;
    decided.run(owned, () => STEPS.discard(ws, owned));
  };
  return withEach(ws, ids, discardOne, decided);
}

/**
 * Settles many conflicts with one side, in one transaction.
 *
 * A conflict that is already settled is returned with its error, and the others continue.
 */
export async function resolveMany(
  ws: Workspace,
  all: Side,
  ids: readonly string[],
  seen: Readonly<Record<string, number>> = {},
): Promise<Output<'outbox.resolveMany'>> {
  const copies = copiesOf(ws);
  const looked = new Map(Object.entries(seen));
  const faults = new Map<string, unknown>();
  for (const id of all === 'mine' ? new Set(ids) : [])
    await stageForAgain(ws, copies, id).catch((thrown: unknown) => faults.set(id, thrown));
  const notes: { operation: string; notes: AgainNote[] }[] = [];
  const decided = new DecisionGroup(ws, 'decide');
  const settleOne = (id: string) => {
    if (faults.has(id)) throw faults.get(id);
    const settled = decided.run(ownedOperation(ws, id), () =>
      settleConflict(ws, id, { all, seen: looked.get(id) }, copies),
    );
    if (settled.notes.length > 0) notes.push({ operation: id, notes: [...settled.notes] });
  };
  const result = withEach(ws, ids, settleOne, decided);
  return notes.length === 0 ? result : { ...result, notes };
}

function withEach(
  ws: Workspace,
  ids: readonly string[],
  work: (id: string) => void,
  decided?: DecisionGroup,
): ManyResult {
  const failed: ManyResult['failed'] = [];
  const each = new Set(ids);
  const group = transact(ws.work, () => {
    for (const id of each)
      inSavepoint(
        ws.work,
        () => work(id),
        (fault) => void failed.push({ operation: id, error: fault.toData() }),
      );
    return decided?.finish() ?? null;
  });
  refreshDirty(ws);
  const result = { done: each.size - failed.length, failed };
  return group === null ? result : { ...result, group };
}
