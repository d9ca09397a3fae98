import { asAppError } from '#contract/errors.ts';
import type { PlainAct } from '#contract/operations.ts';
import type { Output } from '#contract/procedures.ts';
import { transact } from '../store/database.ts';
import { refreshDirty } from '../store/view.ts';
import type { Workspace } from '../workspace.ts';
import { ownedOperation, STEPS } from './actions.ts';

/**
 * Does the same with many operations in one transaction; one that cannot be is named with the reason and
 * stops no other. What a discarded creation took along counts as discarded.
 */
export function actMany(
  ws: Workspace,
  what: PlainAct,
  ids: readonly string[],
): Output<'outbox.many'> {
  const failed: Output<'outbox.many'>['failed'] = [];
  transact(ws.work, () => {
    for (const id of new Set(ids)) {
      try {
        // Inside a transaction this is a savepoint: what fails half way leaves no trace.
        transact(ws.work, () => one(ws, what, id));
      } catch (thrown) {
        const error = asAppError(thrown);
        if (error.code !== 'state' && error.code !== 'not-found') throw thrown;
        failed.push({ operation: id, error: error.toData() });
      }
    }
  });
  refreshDirty(ws);
  return { done: new Set(ids).size - failed.length, failed };
}

function one(ws: Workspace, what: PlainAct, id: string): void {
  const owned = ownedOperation(ws, id);
  if (what === 'discard' && owned.operation.state === 'discarded') return;
  STEPS[what](ws, owned);
}
