import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import { sameValue } from '#contract/values.ts';
import type { RawRecord } from '../../service/types.ts';
import { applyPatch, listOf } from '../../record/overlay.ts';
import { fieldNames, holdsItem, settled } from '../../record/patch.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { StoredRecord } from '../../store/recordStore.ts';
import { changedFields, isSameIn, valueIn } from '../../record/merge.ts';
import type { Merge, MergedField } from '../../record/merge.ts';
import { isWithinReplicaLag } from '../replicaLagWindow.ts';
import { retryLater } from './request.ts';
import type { OperationContext, SendOutcome } from './run.ts';

// Whoever answers a read may be a copy of the service that does not know yet what was sent or shown a moment ago. What
// it says is then no state to go by: the record is asked for once more later. Each of these gives null, or false, where
// nothing speaks for that.

/** A record that is not shown, and that was there a moment ago, is asked for once more later; else null. */
export function retryIfReplicaLags(job: OperationContext, id: string): SendOutcome | null {
  const { ws, lately } = job.run;
  if (!isWithinReplicaLag(ws, lately, job.entity.kind, id)) return null;
  const details = { why: 'not-known', id } as const;
  const text = `The service showed record ${id} a moment ago and does not show it just now.`;
  return retryLater(job, text, details);
}

/**
 * A change is neither sent over what a copy that is behind hides, nor asked about because of what it still shows, nor
 * called saved for it. `merged` is the change merged with what was read, `mergeWith` merges it with something else.
 */
export function checkReplicaLag(
  job: OperationContext,
  theirs: RawRecord,
  merged: Merge,
  mergeWith: (record: JsonObject) => Merge,
): SendOutcome | null {
  const { clashes, isPartlyThere, send } = merged;
  if ((clashes || isPartlyThere) && isAsBefore(job, theirs)) return asBefore(job);
  if (isPartlyThere && isTakenBackLately(job, theirs.id, merged)) return asBefore(job);
  // What stops it by what was read stops it also where more is hidden.
  if (clashes) return null;
  const isHeld = (known: JsonObject) => {
    const last = mergeWith(known);
    return last.clashes || (isKnownSince(job, theirs.id) && isMissingIn(send, last.send));
  };
  return hides(job, theirs, isHeld) ? asBefore(job) : null;
}

/** The same of a removal: whether what was read stops it, and whether something else would. */
export function checkRemovalLag(
  job: OperationContext,
  theirs: RawRecord,
  isStopped: boolean,
  isStoppedBy: (record: JsonObject) => boolean,
): SendOutcome | null {
  const isBehind = isStopped ? isAsBefore(job, theirs) : hides(job, theirs, isStoppedBy);
  return isBehind ? asBefore(job) : null;
}

function asBefore(job: OperationContext): SendOutcome {
  return retryLater(job, 'The service shows the record as it was before the last change.', {
    why: 'as-before',
  });
}

/**
 * A copy that is behind shows a record as it stood before our own last change, or before the mirror took or saw it
 * changed: no change of another hand, and no sign that nothing is left to send. Whatever was sent before the program
 * began may have been sent a moment ago: a clock that was set since tells nothing of when that was.
 */
function isAsBefore(job: OperationContext, theirs: RawRecord): boolean {
  const { ws, lately } = job.run;
  const { eid, kind } = job.entity;
  const wasSent =
    !lately.isPast(kind, theirs.id) && ws.activity.matchesPastVersion(eid, theirs.text);
  if (wasSent) return true;
  return wasShown(job, theirs.id) && stoodOtherwise(job, theirs, ws.records.get(kind, theirs.id));
}

/**
 * What the mirror was shown of another hand a moment ago is hidden again by a copy that is behind, which shows the record
 * as it was, or as only a change of ours had made it. `isHeld` tells whether a record holds what would stop the write.
 */
function hides(
  job: OperationContext,
  theirs: RawRecord,
  isHeld: (record: JsonObject) => boolean,
): boolean {
  const known = job.run.ws.records.get(job.entity.kind, theirs.id);
  if (known === null || !wasShown(job, theirs.id)) return false;
  if (known.doc !== theirs.text) {
    // What a list does not show of a record is not known otherwise.
    const whole = { ...theirs.record, ...parseDoc(known.doc) };
    if (stoodOtherwise(job, theirs, known) || isHeld(whole)) return true;
  }
  // A Refresh may have taken what is behind as well.
  return shownOtherwise(job, theirs).some(isHeld);
}

/**
 * The record as it may be where the mirror was shown it by a copy that is behind: with what it held of a field until a
 * moment ago, wherever it holds what that field had been before: in the mirror, or by a change of ours that the mirror
 * was never shown.
 */
function shownOtherwise(job: OperationContext, { id, record }: RawRecord): JsonObject[] {
  const { run, entity, resource } = job;
  const held = run.ws.records.previousVersions(entity.kind, id);
  return held.flatMap(({ doc, at }, index) => {
    if (!run.lately.hasTaken(entity.kind, at)) return [];
    const earlier = held.slice(index + 1);
    const since = earlier[0]?.at;
    const isShownBehindOurs =
      since !== undefined && run.lately.hasTakenBehind(entity.kind, id, since);
    const docs = earlier.map((each) => parseDoc(each.doc));
    const back = changedFields(resource, parseDoc(doc), record).filter(
      ({ field }) =>
        docs.some((each) => isSameIn(resource, field, each, record)) ||
        (isShownBehindOurs && isOurs(job, field, record)),
    );
    if (back.length === 0) return [];
    const values = Object.fromEntries(back.map(({ field, before }) => [field, before]));
    return [applyPatch(resource, record, { values, files: {} })];
  });
}

/** Whether a record holds of a field what a change of ours was to give it. */
function isOurs(
  { run, entity, resource }: OperationContext,
  name: string,
  record: JsonObject,
): boolean {
  const value = valueIn(resource, name, record);
  const there = value === undefined ? [] : Array.isArray(value) ? value : [value];
  const pathOf = (file: string) => {
    const paths = run.ws.uploads.sentAs(file);
    return paths.find((path) => holdsItem(there, path)) ?? null;
  };
  return run.ws.activity.sentValues(entity.eid, null, name).some((sent) => {
    const values = { [name]: settled(sent, pathOf) };
    return isSameIn(resource, name, applyPatch(resource, record, { values, files: {} }), record);
  });
}

/** Whether the mirror held the record so before what it holds now, and that is not only written otherwise by a list. */
function stoodOtherwise(
  { run, entity, resource }: OperationContext,
  { id, text, record }: RawRecord,
  known: StoredRecord | null,
): boolean {
  if (!run.ws.records.matchesPastVersion(entity.kind, id, text)) return false;
  return known === null || changedFields(resource, record, parseDoc(known.doc)).length > 0;
}

/** Whether a change of the record may have been shown a moment ago, wherever the clock was set to since. */
function wasShown(
  { run: { ws, lately }, entity: { kind } }: OperationContext,
  id: string,
): boolean {
  return lately.hasShown(kind) || isWithinReplicaLag(ws, lately, kind, id);
}

/**
 * What a Refresh has shown behind the last sending of this change is no state from before it: a value that seems to be
 * there, and was not then, is one that a copy which is behind has still.
 */
function isKnownSince(
  { run: { ws, lately }, operation, entity: { kind } }: OperationContext,
  id: string,
): boolean {
  const { sentAt, sentSteady } = operation;
  if (sentAt === null) return true;
  const isShown = lately.isShownBehind(kind, id);
  if (isShown !== null) return isShown;
  const takenAt = ws.records.takenAt(kind, id);
  if (takenAt === null) return false;
  // By an earlier run, perhaps: the clock may have been set, or the computer started again, in between.
  return takenAt > sentAt || (lately.tookAt(kind, takenAt) ?? -Infinity) > (sentSteady ?? Infinity);
}

/** Whether something is to be sent by the one patch, and not by the other. */
function isMissingIn(send: Merge['send'], last: Merge['send']): boolean {
  const sent = new Set(fieldNames(send));
  return fieldNames(last).some((name) => !sent.has(name));
}

/**
 * A value that seems to be there, while another one was sent of it a moment ago, need not be there for long: a copy that
 * is behind shows it still, whatever else it shows.
 */
function isTakenBackLately(job: OperationContext, id: string, { fields, send }: Merge): boolean {
  const { run, operation, resource, entity } = job;
  if (run.lately.isPast(entity.kind, id)) return false;
  const seq = operation.sentAt === null ? null : operation.seq;
  return fields.some((each) => {
    const field = resource.fields[each.field];
    if (field === undefined || each.field in send.values) return false;
    const sent = run.ws.activity.sentValues(entity.eid, seq, each.field);
    if (field.type === 'files')
      return sent.some((list) => isListTakenBack(job, each, listOf(list)));
    const pathOf = (file: string) => run.ws.uploads.pathOf(file, operation);
    return sent.some((value) => !sameValue(field, settled(value, pathOf), each.mine));
  });
}

/** The same of the files of a list: one that is there again and was not in what was sent, or that is gone and was. */
function isListTakenBack(
  { run }: OperationContext,
  { mine, theirs }: MergedField,
  sent: readonly Json[],
): boolean {
  const [wanted, there] = [listOf(mine ?? []), listOf(theirs ?? [])];
  const either = [...wanted, ...there];
  const known = sent.map((item) => {
    const staged = fileRef.safeParse(item);
    return staged.success ? run.ws.uploads.sentAs(staged.data.$file) : [item];
  });
  const isBack = (item: Json) => holdsItem(there, item) && !holdsItem(known.flat(), item);
  const isGone = (paths: readonly Json[]) =>
    paths.length > 0 && !paths.some((path) => holdsItem(either, path));
  return wanted.some(isBack) || known.some(isGone);
}

/**
 * A record that was removed a moment ago, or given another code, is shown by a copy that does not know that yet: it is
 * nobody's new one.
 */
export function isStaleHit(
  { run, entity: { kind } }: OperationContext,
  { id, text }: RawRecord,
): boolean {
  const { ws, lately } = run;
  const known = ws.entities.byServiceId(kind, id);
  const wasSo =
    known?.state === 'gone' || (known !== null && ws.activity.matchesPastVersion(known.eid, text));
  if (wasSo && isWithinReplicaLag(ws, lately, kind, id)) return true;
  // Another hand's removal, of which a Refresh told.
  const gone = ws.records.get(kind, id)?.missingSince ?? null;
  if (gone === null) return false;
  const age = ws.platform.clock.now() - gone;
  return (age >= 0 && age < ws.settings.settleMs) || lately.hasTaken(kind, gone);
}
