import type { JsonObject } from '#contract/json.ts';
import { keyOf } from '../../record/identity.ts';
import { foundIn } from '../../service/lookups.ts';
import type { LookupResult } from '../../service/types.ts';
import { hidesKey, showsAnyOf } from '../../record/verify.ts';
import { isStaleHit } from './replicaLag.ts';
import { keyTaken } from './conflicts.ts';
import { sendFiles } from './files.ts';
import { draftOf, findOurs, holdsUpload, madeBy, oursAmong } from './findCreation.ts';
import { finishCreate, mayBeMade } from './finish.ts';
import { bind, bindOurs, handleForeignRecord } from './foreignRecord.ts';
import { waitForKeyRelease } from './waitForKeyRelease.ts';
import { learnRules } from './learnRules.ts';
import { lookAsAsked, lookForLost, mayHaveArrived, saidYes, unclearLooks } from './lostCreation.ts';
import { notApplied, retryLater, sendRequest } from './request.ts';
import type { Request } from './request.ts';
import { isRestored } from './restored.ts';
import { MOST_UNKNOWNS } from './retryTable.ts';
import { lostVerdict, NOT_SHOWN, refusedVerdict, unknownVerdict } from './run.ts';
import type { OperationContext, Refusal, SendOutcome } from './run.ts';

/**
 * Creates a record in the order of doc §1: look up the record, upload its files, create it.
 *
 * A creation whose answer was lost, or that came with a backup, is looked up before it could be
 * sent again.
 */
export async function sendCreate(job: OperationContext): Promise<SendOutcome> {
  if (job.entity.serviceId !== null) return finishLinked(job, job.entity.serviceId);
  if (job.operation.state === 'unknown' || isRestored(job)) {
    const settled = await lookForLost(job);
    if (settled !== null) return settled;
  } else {
    const taken = await (mayHaveArrived(job) ? lookAsAsked(job) : lookBefore(job, draftOf(job)));
    if (taken !== null) return taken;
  }
  const files = await sendFiles(job);
  return files ?? post(job, draftOf(job));
}

/**
 * Finishes a creation that is already linked to a record of the service, by reading that record
 * back.
 *
 * An operation that only needs the record to exist (`ensure`) may be linked to a foreign record,
 * which is left unchanged.
 */
async function finishLinked(job: OperationContext, id: string): Promise<SendOutcome> {
  if (!job.operation.ensure || saidYes(job)) return finishCreate(job, id);
  const found = await job.run.api.get(job.entity.kind, id);
  const isOther = found.found === 'present' && !madeBy(job, draftOf(job))(found.record.record);
  return isOther ? handleForeignRecord(job, found.record) : finishCreate(job, id);
}

// doc §1: existence is looked up before a record is created.
async function lookBefore(job: OperationContext, draft: JsonObject): Promise<SendOutcome | null> {
  const { key } = job.entity;
  if (key === null) return null;
  const found = await lookForKey(job, key);
  if (found.found === 'absent') return null;
  if (found.found === 'unclear') {
    const count = unclearLooks(job.operation) + 1;
    const details = { why: 'look-up', name: key, count } as const;
    return retryLater(job, `The search for ${key} gave no clear result.`, details);
  }
  const freed = waitForKeyRelease(job, found.record);
  if (freed !== null) return freed;
  if (isStaleHit(job, found.record))
    return retryLater(
      job,
      `The server returns ${key} for a record that was just deleted or changed.`,
      {
        why: 'as-before',
      },
    );
  if (job.operation.attempts > 0 && madeBy(job, draft)(found.record.record))
    return bind(job, found.record);
  return handleForeignRecord(job, found.record);
}

/**
 * Looks a record up by its key.
 *
 * After several unclear answers the whole list is read instead, which takes longer.
 */
async function lookForKey(job: OperationContext, key: string): Promise<LookupResult> {
  const { resource, run } = job;
  const found = await run.api.lookup(job.entity.kind, key, run.signal);
  if (found.found !== 'unclear' || unclearLooks(job.operation) < MOST_UNKNOWNS) return found;
  let showsKeys: boolean | null = null;
  const isIt = (record: JsonObject) => {
    showsKeys = showsKeys === true || !hidesKey(resource, record);
    return keyOf(record, resource) === key;
  };
  const walked = await run.api.scan(job.entity.kind, isIt, { signal: run.signal });
  // If no record of the list shows a key, the absence of this key proves nothing (doc §4.6 gap 3).
  return showsKeys === false ? found : foundIn(walked);
}

async function post(job: OperationContext, draft: JsonObject): Promise<SendOutcome> {
  const { api } = job.run;
  const body = job.resource.toCreate(draft);
  const path = job.resource.paths[0] ?? '';
  const request = { method: 'POST', path, body, before: null } as const;
  const outcome = await sendRequest(job, request, () => api.create(job.entity.kind, body));
  switch (outcome.outcome) {
    case 'applied':
      return outcome.id === null ? findCreated(job, draft) : finishMade(job, draft, outcome.id);
    case 'refused':
      return refusedCreate(job, draft, request, outcome);
    case 'not-applied':
      return notApplied(job, outcome);
    case 'unknown':
      return lostVerdict(job, outcome);
    default:
      return unknownVerdict(job, '', {});
  }
}

/**
 * doc §4.6 gaps 3 and 9: an answer without an id still confirms the creation; the record is found
 * by the values sent.
 */
async function findCreated(job: OperationContext, draft: JsonObject): Promise<SendOutcome> {
  const { matches } = await findOurs(job, draft);
  const isMade = madeBy(job, draft);
  const ours = matches.find(({ record }) => isMade(record));
  return ours === undefined ? notShownYet(job) : bind(job, ours, true);
}

/**
 * Finishes a creation whose answer names an id.
 *
 * If the new record was pulled and changed here before the answer came, it has an entity already:
 * both are merged. A record known before the creation is a different record, despite the answer.
 */
async function finishMade(
  job: OperationContext,
  draft: JsonObject,
  id: string,
): Promise<SendOutcome> {
  const { entity, resource, run } = job;
  const known = run.ws.entities.byServiceId(entity.kind, id);
  if (known === null || known.eid === entity.eid) return finishCreate(job, id, true);
  const found = await run.api.get(entity.kind, id);
  const sent = { values: draft, files: {} };
  const isMade =
    found.found === 'present' &&
    mayBeMade(job, sent, found.record) &&
    showsAnyOf(resource, sent, found.record.record);
  return isMade ? bind(job, found.record, true) : notShownYet(job);
}

function notShownYet(job: OperationContext): SendOutcome {
  job.run.ws.operations.countUnknown(job.operation.seq);
  return unknownVerdict(job, NOT_SHOWN, { why: 'not-shown' });
}

// Handles a refused creation, which may mean that the record already exists.
//
// An earlier attempt may have arrived after all, or another computer sent it.
async function refusedCreate(
  job: OperationContext,
  draft: JsonObject,
  request: Request,
  refusal: Refusal,
): Promise<SendOutcome> {
  const { key, kind } = job.entity;
  const refused = () => refusedVerdict(refusal, learnRules(job, request, refusal));
  if (key === null) return refused();
  if (job.operation.attempts === 0 && !isRestored(job)) {
    const found = await job.run.api.lookup(kind, key);
    if (found.found !== 'present') return refused();
    const { record } = found;
    // A proxy may have sent the request twice and returned only the second answer. Only our
    // creation uses these uploaded files.
    if (holdsUpload(job, draft, record)) return bind(job, record);
    return isStaleHit(job, record) ? keyTaken(job, record) : handleForeignRecord(job, record);
  }
  const { matches, complete } = await findOurs(job, draft);
  const ours = oursAmong(job, draft, matches);
  if (ours !== null) return bindOurs(job, ours);
  const [foreign] = matches;
  if (foreign !== undefined) return handleForeignRecord(job, foreign);
  if (complete) return refused();
  job.run.ws.operations.countUnknown(job.operation.seq);
  return lostVerdict(job, refusal, { why: 'look-up', name: key });
}
