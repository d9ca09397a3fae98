import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { keyOf } from '../../record/identity.ts';
import type { RawRecord } from '../../service/types.ts';
import { rebaseOn } from '../../outbox/actions.ts';
import { supersede, replacedBy } from '../../outbox/reinstate.ts';
import { asBase, insertOperation } from '../../outbox/enqueue.ts';
import type { Base } from '../../outbox/enqueue.ts';
import { applyPatch } from '../../record/overlay.ts';
import { EMPTY_PATCH, withPaths } from '../../record/patch.ts';
import type { Patch } from '../../record/patch.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { transact } from '../../store/database.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import { markDirty } from '../../outbox/projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { noteOtherForm } from '../../outbox/keyVariants.ts';
import {
  differences,
  isOurs,
  keptDetails,
  keptSentence,
  sameText,
  showsAnyOf,
} from '../../record/verify.ts';
import type { Difference } from '../../record/verify.ts';
import { unsettledFor } from '../../outbox/lagRatios.ts';
import { mayBeOurCreate, wasBefore } from '../../outbox/mayBeOurCreate.ts';
import { retryLater } from './request.ts';
import { MOST_READS } from './retryTable.ts';
import { gaveUp, NOT_SHOWN, requireMine, unknownVerdict } from './run.ts';
import type { OperationContext, SendOutcome } from './run.ts';

/** Names the note on whether this service keeps the key of a new record (doc §4.6 gap 3). */
export function keepsKeyNote({ kind }: Resource): string {
  return `cap:keeps-key:${kind}`;
}

/**
 * Reads a created record back.
 *
 * *Done* means that the service holds the record; the reason lists values that it kept differently.
 * `isNew` is true for a record created just before, false for one found by a look-up.
 */
export async function finishCreate(
  job: OperationContext,
  id: string,
  isNew = false,
): Promise<SendOutcome> {
  const found = await job.run.api.get(job.entity.kind, id);
  if (found.found === 'present') {
    const sent = sentOf(job);
    return mayBeMade(job, sent, found.record) && showsAnyOf(job.resource, sent, found.record.record)
      ? confirm(job, found.record, sent, isNew)
      : unexpectedRecord(job, id);
  }
  if (job.operation.unknowns >= MOST_READS)
    return gaveUp(`The server confirmed the new record ${id}, but does not return it.`, {
      why: 'not-created',
      id,
    });
  job.run.ws.operations.countUnknown(job.operation.seq);
  return retryLater(job, `The new record ${id} cannot be read back yet.`, {
    why: 'new-record',
    id,
  });
}

/**
 * Returns whether a record may result from this creation.
 *
 * A record listed before the first attempt must match the values sent.
 */
export function mayBeMade(
  job: OperationContext,
  { values }: Patch,
  { id, record }: RawRecord,
): boolean {
  if (mayBeOurCreate(job, id)) return true;
  const uploaded = job.run.ws.uploads.uploadedFor(job.operation.seq);
  return isOurs(job.resource, values, record, uploaded);
}

/**
 * Handles an id in the answer that belongs to another record.
 *
 * The record under this id shows none of the values sent or is older than the creation. The
 * creation then counts as unknown and is looked up.
 */
function unexpectedRecord(job: OperationContext, id: string): SendOutcome {
  const { ws } = job.run;
  if (job.operation.unknowns >= MOST_READS)
    return gaveUp(`The server confirmed the new record ${id}, but returns another record.`, {
      why: 'not-created',
      id,
    });
  transact(ws.work, () => {
    requireMine(job);
    ws.entities.release(job.entity.eid, 'new');
    ws.operations.countUnknown(job.operation.seq);
    markDirty(ws, job.entity.kind, job.entity.eid);
  });
  return unknownVerdict(job, NOT_SHOWN, { why: 'not-shown' });
}

/**
 * Finishes a creation that matched a record pulled here earlier, which may have changed since.
 *
 * Another user may have set a value that it shows differently. A value that it does not show was
 * not kept.
 */
export function finishTied(job: OperationContext, record: RawRecord): SendOutcome {
  const { ws } = job.run;
  const found = lost(job, record, sentOf(job)).filter(({ shown }) => !shown);
  return settle(job, record, { found, isNew: false }, ws.operations.openOf(job.entity.eid));
}

function sentOf({ run, operation }: OperationContext): Patch {
  return withPaths(operation.patch, (file) => run.ws.uploads.pathOf(file, operation));
}

/**
 * Returns the sent values that were not kept. Missing empty values do not count: stores commonly
 * drop them.
 */
function lost(
  { resource }: OperationContext,
  { record }: RawRecord,
  sent: Patch,
): readonly Difference[] {
  return differences(resource, sent, record).filter(
    ({ shown, sent: value }) => shown || !isHollow(value),
  );
}

async function confirm(
  job: OperationContext,
  record: RawRecord,
  sent: Patch,
  isNew: boolean,
): Promise<SendOutcome> {
  const { ws } = job.run;
  const twin = await findDuplicate(job, sent.values, record);
  if (twin !== null) return twin;
  const found = lost(job, record, sent);
  noteKeepsKey(job, sent.values, found, isNew);
  // If the creation was discarded during the read, its missing values are not queued again.
  requireMine(job);
  return settle(job, record, { found, isNew }, ws.operations.openAfter(job.operation));
}

/**
 * The result of reading a creation back: the differences from the values sent, and whether it was
 * created just before.
 */
interface ReadBack {
  readonly found: readonly Difference[];
  readonly isNew: boolean;
}

function settle(
  job: OperationContext,
  record: RawRecord,
  readBack: ReadBack,
  later: readonly StoredOperation[],
): SendOutcome {
  const { found } = readBack;
  const removal = later.find(({ action }) => action === 'remove');
  const meant = [...later, ...(removal === undefined ? [] : replacedBy(job.run.ws, removal))];
  rebaseLater(job.run.ws, meant, found);
  queueAgain(job, record, readBack, meant, removal);
  if (found.length === 0) return { to: 'done', record, reason: null };
  const text = `Created. ${keptSentence(found)}`;
  return {
    to: 'done',
    record,
    reason: { code: 'service-kept', text, details: keptDetails(found) },
  };
}

/**
 * Records whether the service keeps the key of new records.
 *
 * A record found by a look-up proves only that a key was lost. Its key may have been set later, by
 * another user or another copy of the work database.
 */
function noteKeepsKey(
  { resource, run }: OperationContext,
  sent: JsonObject,
  found: readonly Difference[],
  isNew: boolean,
): void {
  const { key } = resource;
  if (key === null || !(key in sent)) return;
  const other = found.find(({ field }) => field === key);
  const isKept = other === undefined;
  if (other !== undefined && sameText(other.sent, other.kept)) noteOtherForm(run.ws, resource);
  const now = run.ws.platform.clock.now();
  if (isNew || !isKept) run.ws.meta.learn(keepsKeyNote(resource), isKept ? 'yes' : 'no', now);
}

/**
 * Rebases later changes on the values that the service does not show.
 *
 * The service did not keep these values, so nobody removed them: later changes must not see a
 * conflict.
 */
function rebaseLater(
  ws: Workspace,
  later: readonly StoredOperation[],
  found: readonly Difference[],
): void {
  const names = found.flatMap(({ field, shown }) => (shown ? [] : [field]));
  const concerned = later.filter(({ patch }) => names.some((name) => name in patch.values));
  if (concerned.length === 0) return;
  transact(ws.work, () => {
    for (const each of concerned) rebaseOn(ws, each, names, {});
  });
}

/** Queues an update for values that the creation did not keep and an update may still set. */
function queueAgain(
  job: OperationContext,
  record: RawRecord,
  readBack: ReadBack,
  later: readonly StoredOperation[],
  removal: StoredOperation | undefined,
): void {
  const { ws } = job.run;
  const { found } = readBack;
  const { resource, entity, operation } = job;
  const values: JsonObject = Object.fromEntries(
    found.flatMap(({ field, sent }) => {
      const rules = resource.fields[field];
      if (rules?.update !== true || rules.type === 'files') return [];
      // Skips values that a later change sets, or that a crashed run has already queued again.
      const given = later.map(({ patch }) => own(patch.values, field));
      const left = notGiven(rules, sent, given);
      return left === undefined ? [] : [[field, left]];
    }),
  );
  if (Object.keys(values).length === 0) return;
  transact(ws.work, () => {
    const binding = { group: operation.groupId, needs: [operation.seq] };
    const patch = { ...EMPTY_PATCH, values };
    const base = baseAgain(job, record, readBack);
    const made = insertOperation(ws, entity, 'update', patch, base, binding);
    if (removal === undefined) job.run.include(made);
    else supersede(ws, entity, removal, made);
  });
  job.run.show();
}

/**
 * Returns the base of that update.
 *
 * If time has passed since the creation, another user may have set the differing values. The base
 * is then the record as it was sent, so the user is asked before these values are overwritten.
 */
function baseAgain(
  { resource }: OperationContext,
  record: RawRecord,
  { found, isNew }: ReadBack,
): Base {
  const others = isNew
    ? []
    : found.filter(({ shown, sent, kept }) => shown && !sameText(sent, kept));
  if (others.length === 0) return record;
  const values = Object.fromEntries(others.map(({ field, sent }) => [field, sent]));
  return asBase(applyPatch(resource, record.record, { ...EMPTY_PATCH, values }));
}

/** Returns whether a value is empty or holds only empty values. */
function isHollow(value: Json): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isObject(value)) return Object.values(value).every((each) => isHollow(each));
  return value === null || value === '';
}

/**
 * Returns the part of a value that no later change sets: all or nothing, and for a group its other
 * parts.
 */
function notGiven(
  { parts }: Field,
  sent: Json,
  given: readonly (Json | undefined)[],
): Json | undefined {
  if (given.every((each) => each === undefined)) return sent;
  if (parts === undefined || !isObject(sent)) return undefined;
  const left = Object.entries(sent).filter(
    ([name]) => !given.some((each) => isObject(each) && Object.hasOwn(each, name)),
  );
  return left.length === 0 ? undefined : Object.fromEntries(left);
}

/**
 * Looks for a duplicate after a second attempt, since the first may still arrive.
 *
 * Duplicates are reported and never deleted.
 */
async function findDuplicate(
  job: OperationContext,
  sent: JsonObject,
  record: RawRecord,
): Promise<SendOutcome | null> {
  const { ws, api } = job.run;
  const { entity, resource } = job;
  // The job's copy of the operation is older than the last request; the disk has the current one.
  const sentNow = ws.operations.bySeq(job.operation.seq);
  if (sentNow === null || sentNow.unknowns === 0) return null;
  const left = unsettledFor(ws, sentNow);
  if (left > 0) {
    const text = 'Created on the second attempt. Cabinet checks once more for a duplicate.';
    return {
      to: 'unknown',
      reason: { code: 'settled', text, details: {} },
      nextAt: ws.platform.clock.now() + left,
    };
  }
  const uploaded = ws.uploads.uploadedFor(job.operation.seq);
  const { matches } = await api.scan(
    entity.kind,
    (other) => isOurs(resource, sent, other, uploaded) && sameKey(resource, sent, record, other),
    { search: entity.title },
  );
  const others = matches.filter((other) => other.id !== record.id && !wasBefore(job, other.record));
  if (others.length === 0) return null;
  const ids = [record, ...others].map(({ id }) => id);
  const text = `The server has this record more than once: ${ids.join(', ')}. Delete the duplicates.`;
  return { to: 'refused', reason: { code: 'twin', text, details: { ids } } };
}

/**
 * Returns whether another record has the key as it was sent or as the service kept it in the new
 * record.
 */
function sameKey(
  resource: Resource,
  sent: JsonObject,
  made: RawRecord,
  other: JsonObject,
): boolean {
  const key = keyOf(sent, resource);
  const there = keyOf(other, resource);
  return key === null || (there !== null && [key, keyOf(made.record, resource)].includes(there));
}
