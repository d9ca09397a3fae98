import { AppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { NoWords, Reason, ReasonDetails } from '#contract/operations.ts';
import type { PushResult } from '#contract/procedures.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { RawRecord, ServiceApi, WriteOutcome } from '../../service/types.ts';
import { inFlightUntil } from '../../outbox/inFlight.ts';
import { withPaths } from '../../record/patch.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import type { RecentWrites } from '../recentWrites.ts';
import type { OperationWithEntity } from '../../outbox/owned.ts';

/** After so many unanswered tries a person is asked. */
export const MOST_UNKNOWNS = 3;

export type Stop = NonNullable<PushResult['stopped']>;

/** One run of the push: what all operations of it share. */
export interface PushContext {
  readonly ws: Workspace;
  readonly api: ServiceApi;
  readonly signal: AbortSignal;
  /** Tells the pull that a record was just written: older answers about it no longer count. */
  readonly acknowledge: (record: RawRecord, owned: OperationWithEntity) => void;
  /** What was sent a moment ago, by this run or one before it. */
  readonly lately: RecentWrites;
  /** Ends the run for all operations; what is on its way is finished. */
  readonly stop: (stop: Stop) => void;
  /** Leaves the service alone for so many milliseconds. */
  readonly pause: (ms: number) => void;
  /** Counts answers that speak for a sick service, and good ones. */
  readonly recordHealth: (well: boolean) => void;
  /** An operation that this run queued itself goes along with it. */
  readonly include: (operation: Pick<StoredOperation, 'id'>) => void;
  /** Runs work in a transaction, with that of others; resolves when it is on the disk. */
  readonly commit: <T>(work: () => T) => Promise<T>;
  /** Nothing more is asked of the service for this operation: the next one may begin. */
  readonly answered: (job: OperationContext) => void;
  /** The work has changed: lists follow within a moment. */
  readonly show: () => void;
  /** The same before anything else happens. */
  readonly showNow: () => void;
  /** One upload at a time. */
  readonly uploading: <T>(work: () => Promise<T>) => Promise<T>;
}

/** One operation of a run. */
export interface OperationContext extends OperationWithEntity {
  readonly run: PushContext;
  readonly resource: Resource;
}

/** What became of an operation for now; `move` puts it on disk. */
export type SendOutcome =
  | { readonly to: 'done'; readonly record: RawRecord | null; readonly reason: Reason | null }
  | { readonly to: 'refused'; readonly reason: Reason }
  | { readonly to: 'unknown'; readonly reason: Reason; readonly nextAt: number }
  | { readonly to: 'waiting'; readonly reason: Reason | null; readonly nextAt: number | null }
  /** A conflict or a follow-up was put on disk already. */
  | { readonly to: 'moved' };

/**
 * The operation is still the one that this job began with. While it is only read about, a person may
 * edit, hold or discard it; once it says "sending" nobody else touches it.
 */
export function isStillMine({ run, operation }: OperationContext): boolean {
  const now = run.ws.operations.standing(operation.seq);
  if (now === null || now.state === 'sending') return now !== null;
  return now.state === operation.state && now.digest === operation.digest;
}

/** Ends the job without a trace when the person changed the operation meanwhile. */
export function requireMine(job: OperationContext): void {
  if (!isStillMine(job)) throw new AppError('cancelled', 'The operation was changed meanwhile.');
}

/** What the person saw when the change was made, with every file in it already a path of the service. */
export function baseOf({ run, operation }: OperationContext): JsonObject {
  const values = parseDoc(operation.base ?? '{}');
  return withPaths({ values, files: {} }, (file) => run.ws.uploads.pathOf(file, operation)).values;
}

export type Lost = Extract<WriteOutcome<object>, { readonly outcome: 'unknown' }>;
export type Refusal = Extract<WriteOutcome<object>, { readonly outcome: 'refused' }>;

/** The outcome is not known: wait until nothing can still be on its way, then look. */
export function unknownVerdict(
  job: OperationContext,
  text: string,
  details: ReasonDetails,
): SendOutcome {
  const sentence = `The service did not answer. Cabinet will look before it tries again. (${text})`;
  return unsureVerdict(job, sentence, details);
}

/** An answer that is not to be relied on until what is read is sure to be up to date. */
export function unsureVerdict(
  { run: { ws }, operation: { seq } }: OperationContext,
  text: string,
  details: ReasonDetails,
  nextAt = inFlightUntil(ws, ws.operations.bySeq(seq) ?? { seq, sentAt: null }),
): SendOutcome {
  return { to: 'unknown', reason: { code: 'no-answer', text, details }, nextAt };
}

/** A write whose answer settles nothing: what the service did say is kept with it. */
export function lostVerdict(
  job: OperationContext,
  lost: Lost | Refusal,
  details: ReasonDetails = {},
): SendOutcome {
  const verdict = unknownVerdict(job, lost.message, { ...wordless(lost), ...details });
  if (lost.noWords !== undefined || verdict.to !== 'unknown') return verdict;
  return { ...verdict, reason: { ...verdict.reason, answer: lost.message } };
}

/** The service said no, in its own words where it had any. */
export function refusedVerdict({ message, status, noWords }: Refusal): SendOutcome {
  const words = message === '' ? `status ${status}` : `“${message}”`;
  const text = `The service refused: ${words}`;
  const answer = noWords === undefined ? message : '';
  const details = noWords === undefined ? {} : { details: { noWords } };
  return { to: 'refused', reason: { code: 'refused', text, answer, ...details } };
}

export function gaveUp(text: string, details: ReasonDetails): SendOutcome {
  return { to: 'refused', reason: { code: 'gave-up', text, details } };
}

/** What no answer, or one without words, has to say for a reason. */
export function wordless({ noWords }: { readonly noWords?: NoWords }): ReasonDetails {
  return noWords === undefined ? {} : { noWords };
}
