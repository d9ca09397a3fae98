import { transact } from '../../store/database.ts';
import { markDirty } from '../../outbox/projection.ts';
import type { RawRecord } from '../../service/types.ts';
import { BatchStore } from '../../store/batchStore.ts';
import { changesBehind, linkToService } from '../../outbox/mergeEntities.ts';
import { keyTaken } from './conflicts.ts';
import { finishCreate, finishTied } from './finish.ts';
import { takeOwnFiles } from './restored.ts';
import { requireMine } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/** Links the creation to the record of the service that it made, and finishes it. */
export async function bind(
  job: OperationContext,
  record: RawRecord,
  isNew = false,
): Promise<SendOutcome> {
  const { ws } = job.run;
  const { entity, operation } = job;
  const owner = transact(ws.work, () => {
    requireMine(job);
    const tied = linkToService(ws, job, record.id);
    if (tied.eid !== entity.eid) new BatchStore(ws.work).handOver(operation.id, tied.eid);
    markDirty(ws, entity.kind, tied.eid);
    return tied;
  });
  if (owner.eid !== entity.eid) return finishTied({ ...job, entity: owner }, record);
  return finishCreate(job, record.id, isNew);
}

/**
 * Does the same for a creation that another computer may have sent, with file names given there.
 */
export function bindOurs(job: OperationContext, record: RawRecord): Promise<SendOutcome> {
  takeOwnFiles(job, record.record);
  return bind(job, record);
}

/**
 * Handles a foreign record with this key: an `ensure` operation is done, any other has a conflict.
 */
export function handleForeignRecord(job: OperationContext, record: RawRecord): SendOutcome {
  return job.operation.ensure ? existsAlready(job, record) : keyTaken(job, record);
}

/**
 * Ends an `ensure` operation: another user created the record already, and it is left unchanged.
 */
function existsAlready(job: OperationContext, record: RawRecord): SendOutcome {
  const { ws } = job.run;
  const { entity } = job;
  transact(ws.work, () => {
    requireMine(job);
    changesBehind(ws, job);
    const { eid } = linkToService(ws, job, record.id);
    markDirty(ws, entity.kind, eid, record.text);
  });
  const name = entity.key ?? entity.title;
  const text = `The server already has ${name}. It was left unchanged.`;
  return { to: 'done', record, reason: { code: 'exists', text, details: { name } } };
}
