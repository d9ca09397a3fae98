import type { JsonObject } from '#contract/json.ts';
import type { Reason } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { isUndocumented } from '#contract/resources/updates.ts';
import { transact } from '../../store/database.ts';
import { isSameIn } from '../../record/diff.ts';
import { fieldNames } from '../../record/patch.ts';
import type { Patch } from '../../record/patch.ts';
import { differences, keptDetails, keptSentence, unmovedFields } from '../../record/verify.ts';
import type { Difference } from '../../record/verify.ts';
import { listIn } from '../../service/ruleWords.ts';
import type { RawRecord } from '../../service/types.ts';
import { unsettledFor } from '../../outbox/lagRatios.ts';
import { triedField } from '../../outbox/trial.ts';
import { unsureVerdict } from './run.ts';
import type { OperationContext, Refusal, SendOutcome } from './run.ts';

// What a sent update teaches about fields that the document does not list for updates (doc §4.6).

/** Learns from a record that holds the sent values, except those in `missing`. */
export function learnUpdates(
  job: OperationContext,
  sent: Patch,
  missing: readonly Difference[],
): void {
  const documented = resourceOf(job.entity.kind);
  const others = new Set(missing.map(({ field }) => field));
  for (const name of fieldNames(sent))
    if (isUndocumented(documented, name))
      learn(job, name, others.has(name) ? 'not-kept' : 'kept', null);
}

/** Why an applied update is read once more: see `unprovenUpdate`. */
const OLD_VALUE = { why: 'as-before' } as const;

/**
 * Waits when an applied update still shows the old value of a field; else null.
 *
 * A lagging replica shows it for a while, so it does not prove yet that the service does not keep
 * changes of the field. Concerns fields that the document does not list for updates.
 */
export function unprovenUpdate(
  job: OperationContext,
  missing: readonly Difference[],
  before: JsonObject,
  after: JsonObject,
): SendOutcome | null {
  const { ws } = job.run;
  const { kind } = job.entity;
  const documented = resourceOf(kind);
  const isOld = ({ field }: Difference) =>
    isUndocumented(documented, field) && isSameIn(documented, field, before, after);
  const now = ws.operations.bySeq(job.operation.seq) ?? job.operation;
  if (!missing.some(isOld) || unsettledFor(ws, now) === 0) return null;
  const text = 'The server accepted the change, but still shows the old value.';
  return unsureVerdict(job, `${text} Cabinet will look again.`, OLD_VALUE);
}

/** Returns whether an operation waits after `unprovenUpdate`: it is read again and not sent. */
export function isUnproven({ operation: { state, reason } }: OperationContext): boolean {
  return state === 'unknown' && reason?.details?.why === OLD_VALUE.why;
}

/**
 * Ends a trial whose request was applied, if the record does not show the tried value; else null.
 *
 * The change is not sent again. Its value stays in the history, and the record is free for others.
 */
export function endedTrial(
  job: OperationContext,
  there: RawRecord,
  missing: readonly Difference[],
): SendOutcome | null {
  if (triedField(job.resource, job.operation) === null || missing.length === 0) return null;
  const [text, details] = [keptSentence(missing), keptDetails(missing)];
  return { to: 'done', record: there, reason: { code: 'not-kept', text, details } };
}

/** Returns the sent values that a record does not hold, also where their form may differ. */
export function missingFrom(
  { resource }: OperationContext,
  patch: Patch,
  before: JsonObject,
  after: JsonObject,
): readonly Difference[] {
  return [...differences(resource, patch, after), ...unmovedFields(resource, patch, before, after)];
}

/** Returns whether the last request of an operation was applied, so that only its read is missing. */
export function wasApplied({ run, operation: { seq } }: OperationContext): boolean {
  return run.ws.activity.attempts(seq).at(-1)?.outcome === 'applied';
}

const CONFLICT = 409;

/**
 * Ends a trial that the service refused, if its words name the field; else null.
 *
 * Other words may speak of the value or of the moment: then the user decides, as after any refusal.
 */
export function refusedTrial(
  job: OperationContext,
  { status, message, noWords }: Refusal,
  there: RawRecord,
): SendOutcome | null {
  const name = triedField(job.resource, job.operation);
  const isAboutField =
    name !== null &&
    noWords === undefined &&
    status < 500 &&
    status !== CONFLICT &&
    // Words with a list of values speak of this value, not of the field.
    listIn(message) === null &&
    names(message, [name, ...(job.resource.fields[name]?.readAs ?? [])]);
  if (!isAboutField) return null;
  learn(job, name, 'not-kept', message);
  const text = `The server refused this change: “${message}”`;
  const reason: Reason = { code: 'not-kept', text, answer: message, details: { fields: [name] } };
  return { to: 'done', record: there, reason };
}

/** Returns whether a sentence holds one of these names as a whole word. */
function names(sentence: string, words: readonly string[]): boolean {
  const found = new Set(sentence.toLowerCase().match(/[\p{L}\p{N}_]+/gu));
  return words.some((word) => found.has(word.toLowerCase()));
}

const MOST_WORDS = 500;

function learn(
  { run: { ws }, resource, entity, operation }: OperationContext,
  field: string,
  value: 'kept' | 'not-kept',
  words: string | null,
): void {
  // An ordinary change that shows what is known costs no write.
  const isTrial = triedField(resource, operation) !== null;
  if (!isTrial && ws.facts.get(entity.kind, field, 'update')?.value === value) return;
  const isNew = transact(ws.work, () =>
    ws.facts.set({
      kind: entity.kind,
      field,
      fact: 'update',
      value,
      source: 'service',
      words: words?.slice(0, MOST_WORDS) ?? null,
      request: `PATCH ${resource.paths[0] ?? ''}/:id`,
      record: entity.key ?? entity.title,
      at: ws.platform.clock.now(),
    }),
  );
  if (isNew) ws.emit('serviceFacts.changed', {});
}
