import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { NoWords, Reason, ReasonDetails } from '#contract/operations.ts';
import type { PushResult } from '#contract/procedures.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { RuleRef } from '#contract/rules.ts';
import type { RawRecord, ServiceApi, WriteOutcome } from '../../service/types.ts';
import { inFlightUntil } from '../../outbox/inFlight.ts';
import { withPaths } from '../../record/patch.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import type { OperationWithEntity } from '../../outbox/owned.ts';

export type Stop = NonNullable<PushResult['stopped']>;

/** The context of one push, shared by all its operations. */
export interface PushContext {
  readonly ws: Workspace;
  readonly api: ServiceApi;
  readonly signal: AbortSignal;
  /** Notifies the pull that a record was just written: answers requested before are outdated. */
  readonly acknowledge: (record: RawRecord, owned: OperationWithEntity) => void;
  /** Recent writes, of this run or an earlier one. */
  readonly lately: RecentWrites;
  /** Ends the push for all operations; requests already sent are finished. */
  readonly stop: (stop: Stop) => void;
  /** Sends nothing for this many milliseconds. */
  readonly pause: (ms: number) => void;
  /** Counts consecutive failures of the service; a good answer resets the count. */
  readonly recordHealth: (well: boolean) => void;
  /** Adds an operation that this push queued itself to the push. */
  readonly include: (operation: Pick<StoredOperation, 'id'>) => void;
  /** Runs work in a shared transaction; resolves when it is on disk. */
  readonly commit: <T>(work: () => T) => Promise<T>;
  /** Reports that this operation needs no further request: the next one may start. */
  readonly answered: (job: OperationContext) => void;
  /** Reports a change of the outbox: lists follow within a moment. */
  readonly show: () => void;
  /** Does the same, but refreshes the lists before it returns. */
  readonly showNow: () => void;
  /** Runs one upload at a time. */
  readonly uploading: <T>(work: () => Promise<T>) => Promise<T>;
}

/** The context of one operation of a push. */
export interface OperationContext extends OperationWithEntity {
  readonly run: PushContext;
  readonly resource: Resource;
}

/** The outcome of one operation for now; `move` stores it. */
export type SendOutcome =
  | { readonly to: 'done'; readonly record: RawRecord | null; readonly reason: Reason | null }
  | { readonly to: 'refused'; readonly reason: Reason }
  | { readonly to: 'unknown'; readonly reason: Reason; readonly nextAt: number }
  | { readonly to: 'waiting'; readonly reason: Reason | null; readonly nextAt: number | null }
  /** A conflict or a follow-up was stored already. */
  | { readonly to: 'moved' };

/**
 * Returns whether the operation is unchanged since this job began.
 *
 * During the reads before it is sent, the user may edit, hold or discard it. An edit that was undone
 * counts too: automatic sync waits after it like after any other edit. From "sending" on nothing
 * else changes it.
 */
export function isStillMine({ run, operation }: OperationContext): boolean {
  const now = run.ws.operations.standing(operation.seq);
  if (now === null || now.state === 'sending') return now !== null;
  const { state, digest, updatedAt } = operation;
  return now.state === state && now.digest === digest && now.updatedAt === updatedAt;
}

/**
 * Throws `cancelled` when the user changed the operation meanwhile; the job then ends without an
 * effect.
 */
export function requireMine(job: OperationContext): void {
  if (!isStillMine(job)) throw new AppError('cancelled', 'The change was edited in the meantime.');
}

/**
 * Returns the record that the change was made from, with each file replaced by its path on the
 * service.
 */
export function baseOf({ run, operation }: OperationContext): JsonObject {
  const values = parseDoc(operation.base ?? '{}');
  return withPaths({ values, files: {} }, (file) => run.ws.uploads.pathOf(file, operation)).values;
}

export type Lost = Extract<WriteOutcome<object>, { readonly outcome: 'unknown' }>;
export type Refusal = Extract<WriteOutcome<object>, { readonly outcome: 'refused' }>;

/** The reason of a creation that the server confirmed, but whose record it does not return. */
export const NOT_SHOWN = 'The server confirmed the new record, but did not return it.';

/**
 * Returns an unknown outcome: wait until the request cannot be in flight any more, then look it up.
 */
export function unknownVerdict(
  job: OperationContext,
  text: string,
  details: ReasonDetails,
): SendOutcome {
  const sentence = `The server did not respond. Cabinet will check before it tries again. (${text})`;
  return unsureVerdict(job, sentence, details);
}

/**
 * Returns an unknown outcome for an answer that stays unreliable until reads are surely up to date.
 */
export function unsureVerdict(
  { run: { ws }, operation: { seq } }: OperationContext,
  text: string,
  details: ReasonDetails,
  nextAt = inFlightUntil(ws, ws.operations.bySeq(seq) ?? { seq, sentAt: null }),
): SendOutcome {
  return { to: 'unknown', reason: { code: 'no-answer', text, details }, nextAt };
}

/**
 * Returns an unknown outcome for a write without a usable answer, with the service's words if it
 * had any.
 */
export function lostVerdict(
  job: OperationContext,
  lost: Lost | Refusal,
  details: ReasonDetails = {},
): SendOutcome {
  const verdict = unknownVerdict(job, lost.message, { ...wordless(lost), ...details });
  if (lost.noWords !== undefined || verdict.to !== 'unknown') return verdict;
  return { ...verdict, reason: { ...verdict.reason, answer: lost.message } };
}

/** Returns a refusal, with the service's own words if it had any, and the rules that they named. */
export function refusedVerdict(
  { message, status, noWords }: Refusal,
  rules: readonly RuleRef[] = [],
): SendOutcome {
  const words = message === '' ? `status ${status}` : `“${message}”`;
  const text = `The server rejected this change: ${words}`;
  const answer = noWords === undefined ? message : '';
  const details = noWords === undefined ? rulesOf(rules) : { details: { noWords } };
  return { to: 'refused', reason: { code: 'refused', text, answer, ...details } };
}

function rulesOf(rules: readonly RuleRef[]): { readonly details?: ReasonDetails } {
  return rules.length === 0 ? {} : { details: { rules: [...rules] } };
}

export function gaveUp(text: string, details: ReasonDetails): SendOutcome {
  return { to: 'refused', reason: { code: 'gave-up', text, details } };
}

/** Returns the details of a reason for an answer without words. */
export function wordless({ noWords }: { readonly noWords?: NoWords }): ReasonDetails {
  return noWords === undefined ? {} : { noWords };
}
