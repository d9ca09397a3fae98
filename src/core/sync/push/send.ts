import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import type { ReasonDetails } from '#contract/operations.ts';
import { retryAfterOf } from '../../service/reads.ts';
import { move } from '../../outbox/actions.ts';
import { journal } from '../../outbox/journal.ts';
import { refreshDependents } from '../../outbox/holds.ts';
import { inFlightUntil } from '../../outbox/inFlight.ts';
import { commitRelaxed, transact } from '../../store/database.ts';
import { digestOperation } from '../../store/operationStore.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { learnedResource } from '../../store/learnedResource.ts';
import { parseDoc } from '../../store/recordStore.ts';
import { markDirty } from '../../outbox/projection.ts';
import { sendCreate } from './create.ts';
import { unlearnRules } from './learnRules.ts';
import { sendRemove } from './remove.ts';
import { behindDiscarded, retryLater, stillOnItsWay, tooMany } from './request.ts';
import { isStillMine, unsureVerdict } from './run.ts';
import type { OperationContext, PushContext, SendOutcome } from './run.ts';
import { sendUpdate } from './update.ts';
import { changesOf } from '../../record/diff.ts';

/** Carries one operation as far as possible for now, and stores its state. */
export async function sendOperation(run: PushContext, seq: number): Promise<void> {
  const operation = run.ws.operations.bySeq(seq);
  const entity = operation === null ? null : run.ws.entities.get(operation.eid);
  if (operation === null || entity === null) return;
  const job: OperationContext = {
    operation,
    entity,
    run,
    resource: learnedResource(run.ws, entity.kind),
  };
  const verdict = await verdictOf(job);
  settle(job, verdict);
  // A creation or deletion changes the rows of the list, so the list is refreshed before anything
  // else.
  if (verdict.to === 'done' && operation.action !== 'update') run.showNow();
  else run.show();
}

async function verdictOf(job: OperationContext): Promise<SendOutcome> {
  const { operation } = job;
  if (digestOperation(operation) !== operation.digest) return damaged();
  const early = stillOnItsWay(job) ?? behindDiscarded(job);
  if (early !== null) return early;
  try {
    if (operation.action === 'create') return await sendCreate(job);
    return operation.action === 'update' ? await sendUpdate(job) : await sendRemove(job);
  } catch (thrown) {
    return readFault(job, asAppError(thrown));
  }
}

function damaged(): SendOutcome {
  const text = 'This change is damaged on the disk and is not sent. Discard it and enter it again.';
  return { to: 'refused', reason: { code: 'record-damaged', text, details: {} } };
}

/** Errors that would stop every other operation too. */
const STOPS = [
  'offline',
  'unauthorized',
  'wrong-address',
  'untrusted',
  'client-certificate',
] as const;

function isStop(code: ErrorCode): code is (typeof STOPS)[number] {
  return STOPS.some((each) => each === code);
}

/** Handles a failed read, which changed nothing. The push stops where continuing makes no sense. */
function readFault(job: OperationContext, error: AppError): SendOutcome {
  const { run, operation } = job;
  const { code, message, details } = error;
  const stays: SendOutcome =
    operation.state === 'unknown' && operation.reason !== null
      ? { to: 'unknown', reason: operation.reason, nextAt: operation.nextAt ?? 0 }
      : { to: 'waiting', reason: null, nextAt: null };
  if (isStop(code)) {
    run.stop({ code, text: message, ...(details.why !== undefined && { why: details.why }) });
    return afterWrite(job, stays);
  }
  if (code === 'cancelled') return afterWrite(job, stays);
  if (code === 'disk-full') run.stop({ code, text: message });
  if (details.status === 429) {
    const paused = tooMany(job, retryAfterOf(error), message);
    // An operation being looked up stays unknown: as a waiting one it would be sent again without a
    // look-up.
    return stays.to === 'unknown' ? { ...stays, nextAt: paused.nextAt } : afterWrite(job, paused);
  }
  run.recordHealth(false);
  return afterWrite(job, retryLater(job, message, {}));
}

// Handles a failed read after a write: the write may have been applied, so it is looked up first.
function afterWrite(job: OperationContext, verdict: SendOutcome): SendOutcome {
  const now = job.run.ws.operations.bySeq(job.operation.seq);
  if (now?.state !== 'sending' || verdict.to !== 'waiting') return verdict;
  const written = now.attempts > job.operation.attempts;
  if (!written) return verdict;
  const look = now.action === 'create' ? unread(job, now, verdict.nextAt) : unkept(job, now);
  return look ?? verdict;
}

/** Returns the look-up for a creation whose record is not known; else null. */
function unread(
  job: OperationContext,
  now: StoredOperation,
  nextAt: number | null,
): SendOutcome | null {
  const { ws } = job.run;
  const { eid, serviceId } = job.entity;
  if (serviceId !== null || ws.entities.get(eid)?.serviceId !== null) return null;
  // If the disk kept no answer, the request may still be in flight.
  const soonest = outcomeOf(job, now) === 'applied' ? (now.sentAt ?? 0) : inFlightUntil(ws, now);
  const text = 'Sent, but the result could not be read from the server.';
  return looked(job, text, { why: 'read-after' }, Math.max(nextAt ?? 0, soonest));
}

/**
 * Returns the look-up for an update or deletion without a stored answer, which may be in flight;
 * else null.
 */
function unkept(job: OperationContext, now: StoredOperation): SendOutcome | null {
  const outcome = outcomeOf(job, now);
  if (outcome !== null && outcome !== 'unknown') return null;
  return looked(job, 'Sent, but its answer could not be kept.', {});
}

/** Returns the outcome of the operation's last request; null where the disk kept none. */
function outcomeOf({ run: { ws } }: OperationContext, { seq }: StoredOperation) {
  return ws.activity.attempts(seq).at(-1)?.outcome ?? null;
}

function looked(
  job: OperationContext,
  sentence: string,
  details: ReasonDetails,
  nextAt?: number,
): SendOutcome {
  return unsureVerdict(job, `${sentence} Cabinet looks before it tries again.`, details, nextAt);
}

function settle(job: OperationContext, verdict: SendOutcome): void {
  const { ws } = job.run;
  if (verdict.to === 'moved' || !isStillMine(job)) return;
  if (verdict.to === 'done') {
    finish(job, verdict);
    return;
  }
  const change = {
    state: verdict.to,
    reason: verdict.reason,
    nextAt: verdict.to === 'refused' ? null : verdict.nextAt,
  };
  const quiet = verdict.to === 'waiting' && verdict.reason === null;
  transact(ws.work, () => {
    if (quiet) {
      ws.operations.setState(job.operation.seq, change, ws.platform.clock.now());
      markDirty(ws, job.entity.kind, job.entity.eid);
    } else move(ws, job, change, verdict.to);
  });
}

/**
 * Ends an operation that was sent and read back; its record goes to the mirror.
 *
 * Several such ends share one wait for the disk. An end that a power cut loses is looked up again.
 */
function finish(job: OperationContext, verdict: Extract<SendOutcome, { to: 'done' }>): void {
  const { ws } = job.run;
  const { operation, entity, resource } = job;
  const isUnlearned = commitRelaxed(ws.work, () => {
    const { reason } = verdict;
    ws.operations.setState(operation.seq, { state: 'done', reason }, ws.platform.clock.now());
    if (verdict.record !== null) {
      markDirty(ws, entity.kind, entity.eid, verdict.record.text);
    } else {
      ws.entities.release(entity.eid, 'gone');
      markDirty(ws, entity.kind, entity.eid);
    }
    const base = operation.base === null ? {} : parseDoc(operation.base);
    const changes = changesOf(resource, base, operation.patch);
    const result = reason === null ? 'done' : 'done-note';
    journal(ws, entity.kind, operation, result, changes, reason);
    refreshDependents(ws, operation);
    return verdict.record !== null && reason?.code !== 'not-kept' && unlearnRules(job);
  });
  if (isUnlearned) ws.emit('serviceFacts.changed', {});
  if (verdict.record !== null) job.run.acknowledge(verdict.record, job);
}
