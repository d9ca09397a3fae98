import { createHash } from 'node:crypto';
import type { JsonObject } from '#contract/json.ts';
import { why } from '#contract/errors.ts';
import type { NoWords, Reason, ReasonDetails } from '#contract/operations.ts';
import type { LookupResult, RecordOutcome } from '../../service/types.ts';
import { commitRelaxed, transact } from '../../store/database.ts';
import { markDirty } from '../../outbox/projection.ts';
import { unsettledFor } from '../../outbox/lagRatios.ts';
import { lookUpWait, pauseWait, readWait, timesPutOff } from './retryTable.ts';
import { requireMine } from './run.ts';
import type { OperationContext, Stop, SendOutcome } from './run.ts';

/** No answer takes this long, in milliseconds: the computer has slept meanwhile. */
const SUSPEND_THRESHOLD_MS = 60_000;

/**
 * Reads the record before a write.
 *
 * If the computer slept during the read, the answer counts as unclear: others may have changed the
 * record since.
 */
export async function readFirst(job: OperationContext, id: string): Promise<LookupResult> {
  const { clock } = job.run.ws.platform;
  const [at, steadyAt] = [clock.now(), clock.monotonicMs()];
  const found = await job.run.api.get(job.entity.kind, id);
  // Takes the longer of both clocks: the system decides whether the monotonic clock runs during
  // sleep.
  const took = Math.max(clock.now() - at, clock.monotonicMs() - steadyAt);
  return took < SUSPEND_THRESHOLD_MS ? found : { found: 'unclear', answer: '' };
}

/** A write to be sent. */
export interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: JsonObject | null;
  /** The service's version just before, kept so that a lost update can be shown. */
  readonly before: string | null;
}

const ANSWER_KEPT = 4_000;

/** Sends one write. The intent is on disk before the first byte leaves, the outcome right after. */
export async function sendRequest(
  job: OperationContext,
  request: Request,
  send: () => Promise<RecordOutcome>,
): Promise<RecordOutcome> {
  const { ws } = job.run;
  const { seq } = job.operation;
  const attempt = await job.run.commit(() => {
    requireMine(job);
    ws.operations.markSending(seq, ws.platform.clock);
    markDirty(ws, job.entity.kind, job.entity.eid);
    const bodySha = request.body === null ? null : sha(JSON.stringify(request.body));
    return ws.activity.startAttempt(seq, { ...request, bodySha }, ws.platform.clock.now());
  });
  job.run.show();
  const outcome = await send();
  const { kind, serviceId } = job.entity;
  if (serviceId !== null) job.run.lately.note(kind, serviceId);
  // The answer to a POST carries an id, so its commit waits for the disk. A lost commit of any
  // other answer only costs a look-up.
  const keep = request.method === 'POST' ? transact : commitRelaxed;
  keep(ws.work, () => {
    ws.activity.endAttempt(attempt, endOf(outcome), ws.platform.clock.now());
    if (outcome.outcome === 'not-applied') ws.operations.uncountAttempt(seq);
    if (outcome.outcome === 'unknown') ws.operations.countUnknown(seq);
    // After "not applied" or "refused" the operation may still have been sent by another computer.
    if (outcome.outcome === 'applied' || outcome.outcome === 'unknown') ws.restored.forget(seq);
    // The id is stored with the answer: after a crash the record is read back and never created
    // again.
    if (outcome.outcome === 'applied' && request.method === 'POST' && outcome.id !== null)
      linkMade(job, outcome.id);
  });
  job.run.recordHealth(outcome.outcome !== 'unknown');
  return outcome;
}

/**
 * Links the creation to the new record.
 *
 * If that record was pulled and changed before the answer came, it has an entity already; both are
 * merged later.
 */
function linkMade({ run: { ws }, entity: { kind, eid } }: OperationContext, id: string): void {
  if (ws.entities.byServiceId(kind, id) !== null) return;
  ws.entities.link(eid, id);
  markDirty(ws, kind, eid);
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Returns the part of an outcome that the activity log stores. */
export function endOf(
  outcome:
    | { readonly outcome: 'applied'; readonly status: number; readonly answer: string }
    | {
        readonly outcome: 'refused' | 'unknown' | 'not-applied';
        readonly status: number | null;
        readonly message: string;
        readonly noWords?: NoWords;
      },
) {
  const applied = outcome.outcome === 'applied';
  const said = applied ? outcome.answer : outcome.message;
  const noWords = applied ? null : (outcome.noWords ?? null);
  const { status } = outcome;
  return { outcome: outcome.outcome, status, answer: said.slice(0, ANSWER_KEPT), noWords };
}

/** Answers that came from another server than the service; the reason of the stop names them. */
const STOP_REASONS = {
  page: 'web-page',
  'network-sign-in': 'network-sign-in',
  'proxy-password': 'proxy-password',
  'proxy-failed': 'proxy-failed',
  certificate: 'certificate',
  'not-https': 'not-https',
  'certificate-required': 'certificate-required',
  'certificate-refused': 'certificate-refused',
} as const;

function reasonOf({ noWords }: NotApplied): Pick<Stop, 'why'> {
  const found = Object.entries(STOP_REASONS).find(([name]) => name === noWords);
  return found === undefined ? {} : { why: why(found[1]) };
}

type NotApplied = Extract<RecordOutcome, { outcome: 'not-applied' }>;

/**
 * Handles a write that surely had no effect: it waits, and the run stops or pauses depending on the
 * cause.
 */
export function notApplied(job: OperationContext, outcome: NotApplied): SendOutcome {
  const { run } = job;
  if (outcome.cause !== 'too-many') {
    run.stop({ code: outcome.cause, text: outcome.message, ...reasonOf(outcome) });
    return { to: 'waiting', reason: null, nextAt: null };
  }
  return tooMany(job, outcome.retryAfter, outcome.message);
}

export function tooMany(
  job: OperationContext,
  retryAfter: number | null,
  message: string,
): Extract<SendOutcome, { to: 'waiting' }> & { readonly nextAt: number } {
  const { ws, pause } = job.run;
  const count = timesPutOff(job.operation);
  const wait = pauseWait(retryAfter, count);
  pause(wait);
  const text = `The server asked to wait. ${message}`;
  const reason: Reason = { code: 'retry-later', text, details: { why: 'pause', count } };
  return { to: 'waiting', reason, nextAt: ws.platform.clock.now() + wait };
}

/** Keeps the operation in its place after a failed read and retries later, with growing delays. */
export function retryLater(
  job: OperationContext,
  message: string,
  details: ReasonDetails,
): SendOutcome {
  const { ws } = job.run;
  const { state, reason, sentAt } = job.operation;
  const now = ws.platform.clock.now();
  const fraction = ws.platform.random.fraction();
  const count = details.count ?? timesPutOff(job.operation);
  const wait =
    state === 'unknown' && sentAt !== null
      ? lookUpWait(now - sentAt, fraction)
      : readWait(count, fraction);
  const nextAt = now + wait;
  if (state === 'unknown' && reason !== null) return { to: 'unknown', reason, nextAt };
  const text = `The server is temporarily unavailable. Cabinet tries again automatically. ${message}`;
  return {
    to: 'waiting',
    reason: { code: 'retry-later', text, details: { ...details, count } },
    nextAt,
  };
}

/** Handles an answer that proves neither presence nor absence of a record. */
export function notShownClearly(job: OperationContext): SendOutcome {
  return retryLater(job, 'The server did not return the record clearly.', { why: 'record' });
}

/**
 * Delays the look-up of an operation that is still in flight by the monotonic clock; else null.
 *
 * This happens when the wall clock was set ahead since it was sent.
 */
export function stillOnItsWay({ run, operation }: OperationContext): SendOutcome | null {
  const { state, reason, sentAt } = operation;
  const { settleMs } = run.ws.settings;
  const now = run.ws.platform.clock.now();
  if (state !== 'unknown' || reason === null || now - (sentAt ?? 0) < settleMs) return null;
  const left = unsettledFor(run.ws, operation);
  return left > 0 ? { to: state, reason, nextAt: now + left } : null;
}

/**
 * Delays an operation while a discarded one of the same record may still arrive; else null.
 *
 * Otherwise the discarded request could overwrite it, duplicate it or delete its record.
 */
export function behindDiscarded({
  run: { ws },
  operation,
  entity,
}: OperationContext): SendOutcome | null {
  const key = operation.action === 'create' ? entity.key : null;
  const taken = ws.operations.discardedOnTheirWay(entity, key);
  const left = Math.max(0, ...taken.map((each) => unsettledFor(ws, each)));
  if (left === 0) return null;
  const { state, reason } = operation;
  const nextAt = ws.platform.clock.now() + left;
  if (state === 'unknown' && reason !== null) return { to: state, reason, nextAt };
  const text =
    'A discarded change was already sent and may still take effect. This change is sent after that is clear.';
  const why = { code: 'retry-later', text, details: { why: 'discarded' } } as const;
  return { to: 'waiting', reason: why, nextAt };
}
