import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { WireChange } from '#contract/resources/descriptor.ts';
import { readRecord } from '#contract/values.ts';
import type { RawRecord } from '../../service/types.ts';
import { rebaseOn } from '../../outbox/actions.ts';
import { mayBeThere } from '../../outbox/coalesceBase.ts';
import { applyPatch, listOf } from '../../record/overlay.ts';
import {
  fieldNames,
  holdsItem,
  isEmptyPatch,
  withoutItems,
  withPaths,
} from '../../record/patch.ts';
import type { Patch } from '../../record/patch.ts';
import { transact } from '../../store/database.ts';
import { markDirty } from '../../outbox/projection.ts';
import { merge } from '../../record/merge.ts';
import { spelledBody } from '../../record/spelling.ts';
import { mayTry, triedField } from '../../outbox/trial.ts';
import { differences, keptDetails, keptSentence } from '../../record/verify.ts';
import type { Difference } from '../../record/verify.ts';
import { isWithinReplicaLag } from '../replicaLagWindow.ts';
import { lateAppliedFields } from './lateAppliedFields.ts';
import { learnRules } from './learnRules.ts';
import { checkReplicaLag, retryIfReplicaLags } from './replicaLag.ts';
import { fieldClash, goneThere } from './conflicts.ts';
import {
  endedTrial,
  isUnproven,
  learnUpdates,
  missingFrom,
  refusedTrial,
  unprovenUpdate,
  wasApplied,
} from './learnUpdates.ts';
import { sendFiles } from './files.ts';
import { notApplied, notShownClearly, readFirst, retryLater, sendRequest } from './request.ts';
import type { Request } from './request.ts';
import { isRestored, joinedSince } from './restored.ts';
import { MOST_UNKNOWNS } from './retryTable.ts';
import { baseOf, gaveUp, lostVerdict, refusedVerdict, requireMine, unknownVerdict } from './run.ts';
import type { OperationContext, Refusal, SendOutcome } from './run.ts';

/**
 * Updates a record: read it, merge field by field, send only the remaining changes, read it back.
 *
 * An update whose answer was lost goes the same way: fields that arrived are not sent again.
 */
export async function sendUpdate(job: OperationContext): Promise<SendOutcome> {
  const { serviceId } = job.entity;
  if (serviceId === null)
    return retryLater(job, 'The record has no ID on the server yet.', { why: 'no-id' });
  const files = (await lookForFiles(job, serviceId)) ?? (await sendFiles(job));
  if (files !== null) return files;
  const found = await readFirst(job, serviceId);
  if (found.found === 'absent') return retryIfReplicaLags(job, serviceId) ?? goneThere(job);
  if (found.found === 'unclear') return notShownClearly(job);
  return mergeAndSend(job, serviceId, found.record);
}

/**
 * Checks whether the files of a restored update were uploaded since, before they are sent again.
 */
async function lookForFiles(job: OperationContext, id: string): Promise<SendOutcome | null> {
  const { api, ws } = job.run;
  const isAllSent = ws.uploads.of(job.operation.seq).every(({ state }) => state === 'sent');
  if (!isRestored(job) || isAllSent) return null;
  const found = await api.get(job.entity.kind, id);
  if (found.found === 'unclear') return notShownClearly(job);
  return found.found === 'present' ? joinedSince(job, found.record.record) : null;
}

async function mergeAndSend(
  job: OperationContext,
  id: string,
  theirs: RawRecord,
): Promise<SendOutcome> {
  const { ws } = job.run;
  const { operation, resource } = job;
  const patch = withPaths(operation.patch, (file) => ws.uploads.pathOf(file, operation));
  const mergeWith = (record: JsonObject) => {
    const arrived = lateAppliedFields(job, [operation.seq], record);
    const base = applyPatch(resource, baseOf(job), { values: arrived, files: {} });
    return merge(resource, base, leavingNow(job, patch, base, record), record);
  };
  const merged = mergeWith(theirs.record);
  const behind = checkReplicaLag(job, theirs, merged, mergeWith);
  if (behind !== null) return behind;
  if (merged.clashes) return fieldClash(job, merged.fields, theirs);
  if (isEmptyPatch(merged.send)) return alreadyThere(job, theirs);
  const isTrial = triedField(resource, operation) !== null;
  if ((isTrial || isUnproven(job)) && wasApplied(job)) {
    const before = { ...theirs, record: baseOf(job) };
    return verified(job, { patch, sent: merged.send, before }, theirs);
  }
  // A trial is worth one request: only the user sends it again. Cabinet may have ended before it
  // could count a request without an answer.
  const unanswered = Math.max(operation.unknowns, operation.state === 'unknown' ? 1 : 0);
  if (unanswered >= (isTrial ? 1 : MOST_UNKNOWNS))
    return gaveUp(
      `Sent ${unanswered} times without a response. The change did not reach the server.`,
      { why: 'unanswered', count: unanswered },
    );
  if (isTrial && !mayTry(ws))
    return gaveUp('Your administrator does not allow trying to change this field.', {
      why: 'trial-forbidden',
    });
  const failed = await patchAll(job, id, merged.send, theirs);
  return failed ?? readBack(job, id, { patch, sent: merged.send, before: theirs });
}

/**
 * Returns the patch without removals that would cause a false conflict.
 *
 * Applies where an added file replaces a removed one and the update may have been sent before. It
 * may then remove both the original file and one that its earlier request added. Only one of the
 * two is there. The missing one is our own earlier change, since another user would have left a
 * different file.
 */
function leavingNow(
  { resource, operation, run }: OperationContext,
  patch: Patch,
  base: JsonObject,
  theirs: JsonObject,
): Patch {
  if (!resource.swapsFiles || !mayBeThere(run.ws, operation)) return patch;
  const files = Object.entries(patch.files).map(([name, { add, remove }]) => {
    const [before, there] = [listOf(own(base, name)), listOf(own(theirs, name))];
    const isForeign = withoutItems(there, before).length > 0;
    const isMeant = (item: Json) =>
      isForeign || holdsItem([...there, ...before], item) || typeof item !== 'string';
    const left = remove.filter(isMeant);
    const more = Math.max(0, left.length - add.length);
    const needless = new Set(withoutItems(left, there).slice(0, more));
    return [name, { add, remove: left.filter((item) => !needless.has(item)) }] as const;
  });
  return { values: patch.values, files: Object.fromEntries(files) };
}

function alreadyThere(job: OperationContext, theirs: RawRecord): SendOutcome {
  if (job.operation.attempts > 0) learnUpdates(job, job.operation.patch, []);
  const text = 'The server already had these values. Nothing was sent.';
  const reason =
    job.operation.attempts > 0 ? null : { code: 'nothing-to-send' as const, text, details: {} };
  return { to: 'done', record: theirs, reason };
}

async function patchAll(
  job: OperationContext,
  id: string,
  send: Patch,
  theirs: RawRecord,
): Promise<SendOutcome | null> {
  const { ws, api, lately } = job.run;
  const wasYoung = isWithinReplicaLag(ws, lately, job.entity.kind, id);
  let taken = 0;
  for (const body of bodiesOf(job, send, theirs.record)) {
    const path = `${job.resource.paths[0] ?? ''}/${id}`;
    const request = { method: 'PATCH', path, body, before: theirs.text } as const;
    const outcome = await sendRequest(job, request, () =>
      api.update(job.entity.kind, id, body, spelledBody(body, theirs.text)),
    );
    if (outcome.outcome === 'refused') {
      if (taken > 0) await showTaken(job, id);
      return refusedUpdate(job, theirs, { request, refusal: outcome, wasYoung });
    }
    if (outcome.outcome === 'not-applied') return notApplied(job, outcome);
    if (outcome.outcome === 'unknown') return lostVerdict(job, outcome);
    taken += 1;
  }
  return null;
}

/**
 * Refreshes the lists after the service took the first requests of an update and refused a later
 * one.
 *
 * A further change starts from these values; discarding the update reverts none of them.
 */
async function showTaken(job: OperationContext, id: string): Promise<void> {
  const { ws, api } = job.run;
  const { entity, operation, resource } = job;
  const found = await api.get(entity.kind, id);
  if (found.found !== 'present') return;
  requireMine(job);
  const { record, text } = found.record;
  const patch = withPaths(operation.patch, (file) => ws.uploads.pathOf(file, operation));
  markDirty(ws, entity.kind, entity.eid, text);
  rebaseOnTaken(job, patch, differences(resource, patch, record), record);
}

/** Rebases the update on the values that the service took: to revert them must be sent too. */
function rebaseOnTaken(
  { run: { ws }, operation }: OperationContext,
  patch: Patch,
  kept: readonly Difference[],
  record: JsonObject,
): void {
  const others = new Set(kept.map(({ field }) => field));
  const taken = fieldNames(patch).filter((name) => !others.has(name));
  transact(ws.work, () => rebaseOn(ws, operation, taken, record));
}

function bodiesOf(job: OperationContext, send: Patch, theirs: JsonObject): readonly JsonObject[] {
  const { resource } = job;
  const paths = (items: readonly unknown[]) =>
    items.filter((item): item is string => typeof item === 'string');
  const files = Object.fromEntries(
    Object.entries(send.files).map(([name, { add, remove }]) => [
      name,
      { add: paths(add), remove: paths(remove) },
    ]),
  );
  const change: WireChange = { values: send.values, files, before: readRecord(resource, theirs) };
  return resource.toUpdate(change, formOf(job));
}

/**
 * doc §4.6 gap 4: where the document leaves the body open, the variant that once worked is tried
 * first.
 */
function formOf({ run, operation, resource }: OperationContext): number {
  const learned = Number(run.ws.meta.get(`cap:form:${resource.kind}`) ?? 0);
  return (learned + operation.form) % resource.updateForms;
}

interface RefusedUpdate {
  readonly request: Request;
  readonly refusal: Refusal;
  /**
   * The record was very new before the request. A lagging replica may then neither accept a change
   * of it nor show it.
   */
  readonly wasYoung: boolean;
}

/** Handles a refused update. */
async function refusedUpdate(
  job: OperationContext,
  theirs: RawRecord,
  { request, refusal, wasYoung }: RefusedUpdate,
): Promise<SendOutcome> {
  const { id } = theirs;
  if (refusal.status === 404) {
    const found = await job.run.api.get(job.entity.kind, id);
    if (found.found === 'absent')
      return (wasYoung ? retryIfReplicaLags(job, id) : null) ?? goneThere(job);
  }
  const again = nextForm(job);
  if (again !== null) return again;
  const ended = refusedTrial(job, refusal, theirs);
  return ended ?? refusedVerdict(refusal, learnRules(job, request, refusal));
}

/** An applied update: the whole change, the part that was sent, and the record before it. */
interface Applied {
  readonly patch: Patch;
  readonly sent: Patch;
  readonly before: RawRecord;
}

async function readBack(job: OperationContext, id: string, applied: Applied): Promise<SendOutcome> {
  const found = await job.run.api.get(job.entity.kind, id);
  if (found.found !== 'present')
    return unknownVerdict(job, 'The change could not be verified.', { why: 'no-read-back' });
  // A change that was coalesced into this one before it was sent is not part of the read-back.
  requireMine(job);
  job.run.answered(job);
  return verified(job, applied, found.record);
}

/** Ends an applied update by a later version of its record, if that version proves enough. */
function verified(
  job: OperationContext,
  { patch, sent, before }: Applied,
  there: RawRecord,
): SendOutcome {
  const { ws } = job.run;
  const { resource, operation } = job;
  const kept = missingFrom(job, patch, before.record, there.record);
  const unproven = unprovenUpdate(job, kept, before.record, there.record);
  if (unproven !== null) return unproven;
  learnUpdates(job, sent, kept);
  if (kept.length === 0) {
    if (operation.form > 0)
      ws.meta.learn(`cap:form:${resource.kind}`, String(formOf(job)), ws.platform.clock.now());
    return { to: 'done', record: there, reason: null };
  }
  const ended = endedTrial(job, there, kept);
  if (ended !== null) return ended;
  markDirty(ws, job.entity.kind, job.entity.eid, there.text);
  const onlySent = kept.filter(({ field }) => field in sent.values || field in sent.files);
  const told = onlySent.length > 0 ? onlySent : kept;
  const [text, details] = [keptSentence(told), keptDetails(told)];
  const again = nextForm(job);
  if (again !== null) return again;
  rebaseOnTaken(job, patch, kept, there.record);
  return { to: 'refused', reason: { code: 'service-kept', text, details } };
}

/** Switches to another variant of the same body, worth one try before the user must decide. */
function nextForm(job: OperationContext): SendOutcome | null {
  const { ws } = job.run;
  const { operation, resource } = job;
  const next = operation.form + 1;
  const concerned = 'price' in operation.patch.values;
  if (!concerned || next >= resource.updateForms) return null;
  ws.operations.setForm(operation.seq, next);
  return { to: 'waiting', reason: null, nextAt: null };
}
