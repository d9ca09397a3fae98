import { createHash } from 'node:crypto';
import type { JsonObject } from '#contract/json.ts';
import { why } from '#contract/errors.ts';
import type { NoWords, Reason, ReasonDetails } from '#contract/operations.ts';
import type { Found, RecordOutcome } from '../../service/types.ts';
import { commitRelaxed, transact } from '../../store/database.ts';
import { markDirty } from '../../outbox/projection.ts';
import { backoff, pauseAfterTooMany, SERVICE_BACKOFF } from '../../service/backoff.ts';
import { unsettledFor } from '../../outbox/lagRatios.ts';
import { requireMine } from './run.ts';
import type { OperationContext, Stop, SendOutcome } from './run.ts';

/** No answer takes as long, in milliseconds: whoever waited for one has slept. */
const SUSPEND_THRESHOLD_MS = 60_000;

/**
 * Reads the record that a write is to follow. What the computer slept over says nothing of what is there now: others may
 * have changed it for as long.
 */
export async function readFirst(job: OperationContext, id: string): Promise<Found> {
  const { clock } = job.run.ws.platform;
  const [at, steadyAt] = [clock.now(), clock.monotonicMs()];
  const found = await job.run.api.get(job.entity.kind, id);
  // Whether the steady one goes on in a sleep is the system's affair.
  const took = Math.max(clock.now() - at, clock.monotonicMs() - steadyAt);
  return took < SUSPEND_THRESHOLD_MS ? found : { found: 'unclear', answer: '' };
}

/** A write that is about to leave. */
export interface Request {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: JsonObject | null;
  /** What the service held just before, kept so that a lost update can be shown. */
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
  // Where more than words came back the disk is waited for; an answer without it would be looked for anew.
  const keep = request.method === 'POST' ? transact : commitRelaxed;
  keep(ws.work, () => {
    ws.activity.endAttempt(attempt, endOf(outcome), ws.platform.clock.now());
    if (outcome.outcome === 'not-applied') ws.operations.uncountAttempt(seq);
    if (outcome.outcome === 'unknown') ws.operations.countUnknown(seq);
    // What did not arrive from here may still have been sent from elsewhere.
    if (outcome.outcome === 'applied' || outcome.outcome === 'unknown') ws.restored.forget(seq);
    // The id is on disk with the answer: after a kill the record is read back, never made again.
    if (outcome.outcome === 'applied' && request.method === 'POST' && outcome.id !== null)
      linkMade(job, outcome.id);
  });
  job.run.recordHealth(outcome.outcome !== 'unknown');
  return outcome;
}

/** One that was read and changed here before the answer came has an identity already, and is tied to that later. */
function linkMade({ run: { ws }, entity: { kind, eid } }: OperationContext, id: string): void {
  if (ws.entities.byServiceId(kind, id) !== null) return;
  ws.entities.link(eid, id);
  markDirty(ws, kind, eid);
}

function sha(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** What the activity keeps of an outcome. */
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

/** Answers that came from something else than the service are named in the reason of the stop. */
const STOP_REASONS = {
  page: 'web-page',
  'network-sign-in': 'network-sign-in',
  'proxy-password': 'proxy-password',
  certificate: 'certificate',
  'not-https': 'not-https',
} as const;

function reasonOf({ noWords }: NotApplied): Pick<Stop, 'why'> {
  const found = Object.entries(STOP_REASONS).find(([name]) => name === noWords);
  return found === undefined ? {} : { why: why(found[1]) };
}

type NotApplied = Extract<RecordOutcome, { outcome: 'not-applied' }>;

/** A write that surely had no effect: it waits, and the run stops or pauses as the cause asks. */
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
  const wait = pauseAfterTooMany(retryAfter, job.operation.unknowns);
  pause(wait);
  const text = `The service asked for a pause. ${message}`;
  const reason: Reason = { code: 'retry-later', text, details: { why: 'pause' } };
  return { to: 'waiting', reason, nextAt: ws.platform.clock.now() + wait };
}

/** The service could not be read just now: the operation keeps its place and tries again later, and later still. */
export function retryLater(
  job: OperationContext,
  message: string,
  details: ReasonDetails,
  failures = job.operation.unknowns,
): SendOutcome {
  const { ws } = job.run;
  const { state, reason, sentAt } = job.operation;
  const now = ws.platform.clock.now();
  const fraction = ws.platform.random.fraction();
  // What cannot be settled for long is looked for less and less often.
  const delay =
    state === 'unknown' && sentAt !== null
      ? backoff(
          { ...SERVICE_BACKOFF, first: Math.max(SERVICE_BACKOFF.first, (now - sentAt) / 2) },
          0,
          fraction,
        )
      : backoff(SERVICE_BACKOFF, failures, fraction);
  const nextAt = now + 250 + delay;
  if (state === 'unknown' && reason !== null) return { to: 'unknown', reason, nextAt };
  const text = `The service could not be read. Cabinet tries again by itself. ${message}`;
  return { to: 'waiting', reason: { code: 'retry-later', text, details }, nextAt };
}

/** An answer that proves neither that a record is there nor that it is not. */
export function notShownClearly(job: OperationContext): SendOutcome {
  return retryLater(job, 'The record was not shown clearly.', { why: 'record' });
}

/**
 * The computer's clock was set ahead since it was sent: by one that nobody sets it may still be on its way, and is not
 * looked for yet. Else null.
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
 * What a person took back may still arrive: whatever is sent before that could be overwritten by it, made twice, or
 * removed with it. Else null.
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
    'What was discarded here had been sent and may still arrive. This is sent as soon as that is settled.';
  const why = { code: 'retry-later', text, details: { why: 'discarded' } } as const;
  return { to: 'waiting', reason: why, nextAt };
}
