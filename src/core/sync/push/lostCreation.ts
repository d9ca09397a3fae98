import type { Attempt, ReasonDetails } from '#contract/operations.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { REPLICA_LAG_RATIO, unsettledFor } from '../../outbox/lagRatios.ts';
import { bindOurs, handleForeignRecord } from './foreignRecord.ts';
import { draftOf, findOurs, oursAmong } from './findCreation.ts';
import { retryLater } from './request.ts';
import { isRestored, mayBeSentSince } from './restored.ts';
import { gaveUp, MOST_UNKNOWNS } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/** Looks for a creation whose answer was lost; null means it is surely not there and may be sent. */
export async function lookForLost(job: OperationContext): Promise<SendOutcome | null> {
  const { operation, entity, run } = job;
  const { settled, alike } = await look(job);
  if (settled !== null) return settled;
  if (alike !== null) return looksAlike(job, alike);
  if (isRestored(job) && entity.key === null) return mayBeSentSince(job);
  if (saidYes(job)) return notShown(job);
  if (operation.unknowns >= MOST_UNKNOWNS)
    return gaveUp(
      `Sent ${operation.unknowns} times without an answer; the service does not have it. Try again when the service is well.`,
      { why: 'unanswered', count: operation.unknowns },
    );
  if (operation.reason?.details?.why !== NOT_SEEN) return notSeenYet(job);
  run.ws.platform.log('info', `A lost ${operation.action} was looked up and is not there.`);
  return null;
}

/**
 * A person was told that a creation is not to be seen, or is not plainly what was sent, and asks to send it again. It
 * may have come to light since; null means that it has not, or that the person has looked instead.
 */
export async function lookAsAsked(job: OperationContext): Promise<SendOutcome | null> {
  const { why, id } = job.operation.reason?.details ?? {};
  if (why === NOT_TOLD) return null;
  const { settled, alike } = await look(job);
  if (settled !== null || alike === null) return settled;
  // Only of that one the person was told, and has looked at it.
  return why === LOOKS_ALIKE && id === alike ? null : mayBeThis(job, alike, gaveUp);
}

/** What a look at the service settles by itself: null where it is plainly not there as it was sent. */
async function look(
  job: OperationContext,
): Promise<{ readonly settled: SendOutcome | null; readonly alike: string | null }> {
  const draft = draftOf(job);
  const { matches, complete, alike } = await findOurs(job, draft);
  const ours = oursAmong(job, draft, matches);
  if (ours !== null) return { settled: await bindOurs(job, ours), alike };
  const [foreign] = matches;
  if (foreign !== undefined && job.entity.key !== null)
    return { settled: handleForeignRecord(job, foreign), alike };
  return { settled: complete ? null : notLookedThrough(job), alike };
}

/** A request for this record left, and was not plainly refused. */
export function mayHaveArrived(job: OperationContext): boolean {
  return job.operation.attempts > 0 && outcomesOf(job).some((outcome) => !CLEAR_NO.has(outcome));
}

const CLEAR_NO: ReadonlySet<Attempt['outcome']> = new Set(['refused', 'not-applied']);

/** What came of each request that asked for the record, its files aside. */
function outcomesOf({ run, operation, resource }: OperationContext): readonly Attempt['outcome'][] {
  return run.ws.activity
    .attempts(operation.seq)
    .filter(({ method, path }) => method === 'POST' && path === resource.paths[0])
    .map(({ outcome }) => outcome);
}

const NOT_SEEN = 'not-seen';
const NOT_TOLD = 'not-told';
const LOOKS_ALIKE = 'looks-alike';

/**
 * Only what a second look does not find either is sent again, however long ago it was sent: a computer that slept may
 * have held the request until it woke, and a copy of the service that is behind does not show yet what has just come.
 */
function notSeenYet({ run: { ws }, operation }: OperationContext): SendOutcome {
  const text =
    'The service does not show it so far. Cabinet looks once more before it sends it again.';
  const code = operation.reason?.code ?? 'no-answer';
  const nextAt = ws.platform.clock.now() + ws.settings.settleMs * REPLICA_LAG_RATIO;
  return { to: 'unknown', reason: { code, text, details: { why: NOT_SEEN } }, nextAt };
}

/**
 * The list does not show plainly what is in it. An outcome that is not known is looked for again and again; what may
 * have been sent elsewhere, or is to be sent again, a few times, then a person looks.
 */
function notLookedThrough(job: OperationContext): SendOutcome {
  const text = 'The look-up was not answered clearly.';
  const details = { why: 'look-up', name: job.entity.key ?? job.entity.title } as const;
  if (isRestored(job)) return lookAgain(job, text, details, mayBeSentSince);
  if (job.operation.state === 'unknown') return retryLater(job, text, details);
  const count = unclearLooks(job.operation) + 1;
  if (count > MOST_UNKNOWNS) return notTold(details.name);
  return retryLater(job, text, { ...details, count }, count);
}

/** How often in a row a look for a creation was answered so that nothing follows. */
export function unclearLooks({ reason }: Pick<StoredOperation, 'reason'>): number {
  const { why, count } = reason?.details ?? {};
  return reason?.code === 'retry-later' && why === 'look-up' ? (count ?? 0) : 0;
}

/** No list of this service can tell: only a person who has looked may have it sent again. */
function notTold(name: string): SendOutcome {
  const text = `The service does not show plainly whether it has ${name}. Look there before this is sent again.`;
  return gaveUp(text, { why: NOT_TOLD, name });
}

/**
 * Looks once more after a while; in the end a person is asked, but not while whoever answers may simply not know of it
 * yet.
 */
function lookAgain(
  job: OperationContext,
  text: string,
  details: ReasonDetails,
  inTheEnd: (job: OperationContext) => SendOutcome = () => gaveUp(text, details),
): SendOutcome {
  if (unsettledFor(job.run.ws, job.operation) === 0) {
    if (job.operation.unknowns >= MOST_UNKNOWNS) return inTheEnd(job);
    job.run.ws.operations.countUnknown(job.operation.seq);
  }
  return retryLater(job, text, details);
}

/** Whether the service once answered that it made this record: it is never sent again unasked. */
export function saidYes(job: OperationContext): boolean {
  return outcomesOf(job).includes('applied');
}

export const NOT_SHOWN = 'The service said yes but did not show the new record.';

/** Made, as the service says, and not to be seen, or no more as it was made. */
function notShown(job: OperationContext): SendOutcome {
  return lookAgain(job, NOT_SHOWN, { why: 'not-shown' });
}

/** What may be the creation, changed by another hand meanwhile: sent again, it might be there twice. */
function looksAlike(job: OperationContext, id: string): SendOutcome {
  return mayBeThis(job, id, (text, details) => lookAgain(job, text, details));
}

function mayBeThis(
  { entity }: OperationContext,
  id: string,
  verdict: (text: string, details: ReasonDetails) => SendOutcome,
): SendOutcome {
  const name = entity.key ?? entity.title;
  const text = `No answer came, and the service has a new record, ${id}, that may be ${name}. Look at it before this is sent again.`;
  return verdict(text, { why: LOOKS_ALIKE, id, name });
}
