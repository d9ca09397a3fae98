import type { JsonObject } from '#contract/json.ts';
import type { RawRecord } from '../../service/types.ts';
import { BatchStore } from '../../store/batchStore.ts';
import { applyPatch } from '../../record/overlay.ts';
import { diffRecords } from '../../record/diff.ts';
import { isWithinReplicaLag } from '../replicaLagWindow.ts';
import { lateAppliedFields } from './lateAppliedFields.ts';
import { retryIfReplicaLags, checkRemovalLag } from './replicaLag.ts';
import { changedThere } from './conflicts.ts';
import { notApplied, notShownClearly, readFirst, retryLater, sendRequest } from './request.ts';
import { MOST_UNKNOWNS } from './retryTable.ts';
import {
  baseOf,
  gaveUp,
  lostVerdict,
  refusedVerdict,
  unknownVerdict,
  unsureVerdict,
} from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

const KEPT = 'The server confirmed the deletion, but still returns the record.';
const STILL_THERE = { why: 'still-there' } as const;

/**
 * Deletes a record, unless someone changed it since it was read; an already deleted record counts
 * as done.
 */
export async function sendRemove(job: OperationContext): Promise<SendOutcome> {
  const { serviceId } = job.entity;
  if (serviceId === null)
    return retryLater(job, 'The record has no ID on the server yet.', { why: 'no-id' });
  const found = await readFirst(job, serviceId);
  if (found.found === 'absent')
    return retryIfReplicaLags(job, serviceId) ?? { to: 'done', record: null, reason: null };
  if (found.found === 'unclear') return notShownClearly(job);
  const replaced = new BatchStore(job.run.ws.work).endedBy(job.operation.id);
  const changesIn = (record: JsonObject) => {
    const arrived = { values: lateAppliedFields(job, replaced, record), files: {} };
    const known = applyPatch(job.resource, baseOf(job), arrived);
    return diffRecords(job.resource, known, record, { shownInBoth: true });
  };
  const changed = changesIn(found.record.record);
  const isStopped = changed.length > 0;
  const isStoppedBy = (record: JsonObject) => changesIn(record).length > 0;
  const behind = checkRemovalLag(job, found.record, isStopped, isStoppedBy);
  if (behind !== null) return behind;
  if (isStopped) return changedThere(job, changed, found.record);
  const { state, reason } = job.operation;
  if (state === 'unknown' && reason?.details?.why === STILL_THERE.why)
    return { to: 'refused', reason: { code: 'service-kept', text: KEPT, details: STILL_THERE } };
  if (job.operation.unknowns >= MOST_UNKNOWNS)
    return gaveUp(
      `Sent ${job.operation.unknowns} times without a response. The record is still on the server.`,
      { why: 'unanswered', count: job.operation.unknowns },
    );
  return sendDelete(job, serviceId, found.record);
}

async function sendDelete(
  job: OperationContext,
  id: string,
  theirs: RawRecord,
): Promise<SendOutcome> {
  const { ws, api, lately } = job.run;
  const wasYoung = isWithinReplicaLag(ws, lately, job.entity.kind, id);
  const path = `${job.resource.paths[0] ?? ''}/${id}`;
  const request = { method: 'DELETE', path, body: null, before: theirs.text } as const;
  const outcome = await sendRequest(job, request, () => api.remove(job.entity.kind, id));
  if (outcome.outcome === 'not-applied') return notApplied(job, outcome);
  if (outcome.outcome === 'unknown') return lostVerdict(job, outcome);
  const after = await api.get(job.entity.kind, id);
  if (after.found === 'absent') {
    // A lagging replica may refuse to delete such a new record and fail to show it.
    const isUnsure = outcome.outcome === 'refused' && wasYoung;
    return (
      (isUnsure ? retryIfReplicaLags(job, id) : null) ?? { to: 'done', record: null, reason: null }
    );
  }
  if (outcome.outcome === 'refused') return refusedVerdict(outcome);
  if (after.found === 'unclear')
    return unknownVerdict(job, 'The deletion could not be verified.', { why: 'no-read-back' });
  // A lagging replica still shows it for a while; treating it as kept now could not be undone.
  return unsureVerdict(job, `${KEPT} Cabinet will look again.`, STILL_THERE);
}
