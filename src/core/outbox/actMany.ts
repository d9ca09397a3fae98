import { asAppError } from '#contract/errors.ts';
import type { PlainAct } from '#contract/operations.ts';
import type { ManyResult } from '#contract/procedures.ts';
import { transact } from '../store/database.ts';
import { refreshDirty } from '../store/view.ts';
import type { Workspace } from '../workspace.ts';
import { ownedOperation, STEPS } from './actions.ts';
import { settleConflict } from './resolve.ts';
import type { Side } from './resolve.ts';

/**
 * Does the same with many operations in one transaction; one that cannot be is named with the reason and
 * stops no other. What a discarded creation took along counts as discarded.
 */
export function actMany(ws: Workspace, what: PlainAct, ids: readonly string[]): ManyResult {
  return withEach(ws, ids, (id) => {
    const owned = ownedOperation(ws, id);
    if (what === 'discard' && owned.operation.state === 'discarded') return;
    STEPS[what](ws, owned);
  });
}

/** Settles many conflicts with one side, in one transaction; one that is over stops no other. */
export function resolveMany(ws: Workspace, all: Side, ids: readonly string[]): ManyResult {
  return withEach(ws, ids, (id) => {
    settleConflict(ws, id, { all });
  });
}

function withEach(ws: Workspace, ids: readonly string[], work: (id: string) => void): ManyResult {
  const failed: ManyResult['failed'] = [];
  const each = new Set(ids);
  transact(ws.work, () => {
    for (const id of each) {
      try {
        // Inside a transaction this is a savepoint: what fails half way leaves no trace.
        transact(ws.work, () => work(id));
      } catch (thrown) {
        const error = asAppError(thrown);
        if (error.code !== 'state' && error.code !== 'not-found') throw thrown;
        failed.push({ operation: id, error: error.toData() });
      }
    }
  });
  refreshDirty(ws);
  return { done: each.size - failed.length, failed };
}
