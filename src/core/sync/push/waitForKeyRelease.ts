import { own } from '#contract/json.ts';
import type { RawRecord } from '../../service/types.ts';
import { refreshHold } from '../../outbox/holds.ts';
import { transact } from '../../store/database.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { requireMine } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/**
 * Makes the creation wait when a queued change of another record will release its key; else null.
 *
 * The service still shows the key at that record.
 */
export function waitForKeyRelease(job: OperationContext, { id }: RawRecord): SendOutcome | null {
  const { ws } = job.run;
  const { seq } = job.operation;
  const holder = ws.entities.byServiceId(job.entity.kind, id);
  const earlier = holder === null ? [] : ws.operations.openBefore({ eid: holder.eid, seq });
  const freeing = earlier.findLast((each) => freesCode(job, each));
  if (freeing === undefined) return null;
  transact(ws.work, () => {
    requireMine(job);
    ws.operations.need(seq, freeing.seq);
    refreshHold(ws, job.operation);
  });
  return { to: 'moved' };
}

function freesCode(
  { resource, entity }: OperationContext,
  { action, patch }: StoredOperation,
): boolean {
  const code = resource.key === null ? undefined : own(patch.values, resource.key);
  return action === 'remove' || (code !== undefined && code !== entity.key);
}
