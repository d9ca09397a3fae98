import type { RawRecord } from '../../api/types.ts';
import { changedFields } from '../merge.ts';
import { changedThere } from './conflicts.ts';
import { notApplied, notKnownYet, retryLater, sendRequest, shownAsBefore } from './request.ts';
import {
  baseOf,
  gaveUp,
  lostVerdict,
  MOST_UNKNOWNS,
  refusedVerdict,
  unknownVerdict,
} from './run.ts';
import type { Job, Verdict } from './run.ts';

/** Removes a record, unless someone changed it since it was read; gone already is as good. */
export async function sendRemove(job: Job): Promise<Verdict> {
  const { serviceId, kind } = job.entity;
  if (serviceId === null)
    return retryLater(job, 'The record has no id of the service yet.', { why: 'no-id' });
  const found = await job.run.api.get(kind, serviceId);
  if (found.found === 'absent')
    return notKnownYet(job, serviceId) ?? { to: 'done', record: null, reason: null };
  if (found.found === 'unclear')
    return retryLater(job, 'The record was not shown clearly.', { why: 'record' });
  const changed = changedFields(job.resource, baseOf(job), found.record.record);
  if (changed.length > 0)
    return shownAsBefore(job, found.record) ?? changedThere(job, changed, found.record);
  if (job.operation.unknowns >= MOST_UNKNOWNS)
    return gaveUp(
      `Sent ${job.operation.unknowns} times without an answer; the record is still there.`,
      { why: 'unanswered', count: job.operation.unknowns },
    );
  return sendDelete(job, serviceId, found.record);
}

async function sendDelete(job: Job, id: string, theirs: RawRecord): Promise<Verdict> {
  const { api } = job.run;
  const path = `${job.resource.paths[0] ?? ''}/${id}`;
  const request = { method: 'DELETE', path, body: null, before: theirs.text } as const;
  const outcome = await sendRequest(job, request, () => api.remove(job.entity.kind, id));
  if (outcome.outcome === 'not-applied') return notApplied(job, outcome);
  if (outcome.outcome === 'unknown') return lostVerdict(job, outcome);
  const after = await api.get(job.entity.kind, id);
  if (after.found === 'absent') return { to: 'done', record: null, reason: null };
  if (outcome.outcome === 'refused') return refusedVerdict(outcome);
  if (after.found === 'unclear')
    return unknownVerdict(job, 'The removal could not be read back.', { why: 'no-read-back' });
  const text = 'The service said that it removed this record, but still shows it.';
  return { to: 'refused', reason: { code: 'service-kept', text, details: { why: 'still-there' } } };
}
