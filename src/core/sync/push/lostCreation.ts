import type { Attempt, ReasonDetails } from '#contract/operations.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { REPLICA_LAG_RATIO, unsettledFor } from '../../outbox/lagRatios.ts';
import { bindOurs, handleForeignRecord } from './foreignRecord.ts';
import { draftOf, findOurs, oursAmong } from './findCreation.ts';
import { retryLater } from './request.ts';
import { isRestored, mayBeSentSince } from './restored.ts';
import { MOST_UNKNOWNS } from './retryTable.ts';
import { gaveUp, NOT_SHOWN } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/**
 * Looks up a creation whose answer was lost; null means that it is surely absent and may be sent.
 */
export async function lookForLost(job: OperationContext): Promise<SendOutcome | null> {
  const { operation, entity, run } = job;
  const { settled, alike } = await look(job);
  if (settled !== null) return settled;
  if (alike !== null) return looksAlike(job, alike);
  if (isRestored(job) && entity.key === null) return mayBeSentSince(job);
  if (saidYes(job)) return notShown(job);
  if (operation.unknowns >= MOST_UNKNOWNS)
    return gaveUp(
      `Sent ${operation.unknowns} times without a response. The change did not reach the server. Retry when the server works again.`,
      { why: 'unanswered', count: operation.unknowns },
    );
  if (operation.reason?.details?.why !== NOT_SEEN) return notSeenYet(job);
  run.ws.platform.log('info', `A lost ${operation.action} was looked up and is not there.`);
  return null;
}

/**
 * Looks up a creation once more when the user asks to send it again.
 *
 * Before, the user was told that the record is not visible or does not plainly match. It may have
 * appeared since. Null means that it has not, or that the user has checked instead.
 */
export async function lookAsAsked(job: OperationContext): Promise<SendOutcome | null> {
  const { why, id } = job.operation.reason?.details ?? {};
  if (why === NOT_TOLD) return null;
  const { settled, alike } = await look(job);
  if (settled !== null || alike === null) return settled;
  // The user was told of this record only, and has checked it.
  return why === LOOKS_ALIKE && id === alike ? null : mayBeThis(job, alike, gaveUp);
}

/**
 * Looks the creation up; `settled` is the outcome if the answer decides it, else null.
 *
 * `alike` is a record that may be the creation but differs from the values sent.
 */
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

/** Returns whether a request for this record left and was not plainly refused. */
export function mayHaveArrived(job: OperationContext): boolean {
  return job.operation.attempts > 0 && outcomesOf(job).some((outcome) => !CLEAR_NO.has(outcome));
}

const CLEAR_NO: ReadonlySet<Attempt['outcome']> = new Set(['refused', 'not-applied']);

/** Returns the outcome of each request that creates the record, without its uploads. */
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
 * Schedules a second look-up; only after that one is a missing creation sent again, however old it
 * is.
 *
 * A computer that slept may have held the request until it woke. A lagging replica may not show a
 * new record yet.
 */
function notSeenYet({ run: { ws }, operation }: OperationContext): SendOutcome {
  const text = 'Not found on the server so far. Cabinet checks again before it resends.';
  const code = operation.reason?.code ?? 'no-answer';
  const nextAt = ws.platform.clock.now() + ws.settings.settleMs * REPLICA_LAG_RATIO;
  return { to: 'unknown', reason: { code, text, details: { why: NOT_SEEN } }, nextAt };
}

/**
 * Handles a list that does not clearly show its content.
 *
 * A creation of unknown outcome is looked up again without limit. Others are looked up a few times,
 * then the user decides: one that another computer may have sent, or that the user sends again.
 */
function notLookedThrough(job: OperationContext): SendOutcome {
  const text = 'The search gave no clear result.';
  const details = { why: 'look-up', name: job.entity.key ?? job.entity.title } as const;
  if (isRestored(job)) return lookAgain(job, text, details, mayBeSentSince);
  if (job.operation.state === 'unknown') return retryLater(job, text, details);
  const count = unclearLooks(job.operation) + 1;
  if (count > MOST_UNKNOWNS) return notTold(details.name);
  return retryLater(job, text, { ...details, count });
}

/** Returns how many look-ups in a row were unclear. */
export function unclearLooks({ reason }: Pick<StoredOperation, 'reason'>): number {
  const { why, count } = reason?.details ?? {};
  return reason?.code === 'retry-later' && why === 'look-up' ? (count ?? 0) : 0;
}

/**
 * Gives up: no list of this service can show the record, so only the user may send it again after
 * checking.
 */
function notTold(name: string): SendOutcome {
  const text = `It is unclear whether the server has ${name}. Check the server before you send it again.`;
  return gaveUp(text, { why: NOT_TOLD, name });
}

/**
 * Looks the creation up again later; in the end the user decides.
 *
 * Looks count only after the in-flight window: before, a replica may simply lack the record.
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

/**
 * Returns whether the service once confirmed this creation; it is then never sent again
 * automatically.
 */
export function saidYes(job: OperationContext): boolean {
  return outcomesOf(job).includes('applied');
}

/** Handles a creation that the service confirmed but does not show, or shows changed. */
function notShown(job: OperationContext): SendOutcome {
  return lookAgain(job, NOT_SHOWN, { why: 'not-shown' });
}

/**
 * Handles a record that may be the creation, changed by another user: sending again might duplicate
 * it.
 */
function looksAlike(job: OperationContext, id: string): SendOutcome {
  return mayBeThis(job, id, (text, details) => lookAgain(job, text, details));
}

function mayBeThis(
  { entity }: OperationContext,
  id: string,
  verdict: (text: string, details: ReasonDetails) => SendOutcome,
): SendOutcome {
  const name = entity.key ?? entity.title;
  const text = `The server did not respond. It has a new record ${id} that may be ${name}. Check it before you send this again.`;
  return verdict(text, { why: LOOKS_ALIKE, id, name });
}
