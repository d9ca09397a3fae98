import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import { sameValue } from '#contract/values.ts';
import type { RawRecord } from '../../service/types.ts';
import { applyPatch, listOf } from '../../record/overlay.ts';
import { fieldNames, holdsItem, settled } from '../../record/patch.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { StoredRecord } from '../../store/recordStore.ts';
import { diffRecords, isSameIn, valueIn } from '../../record/diff.ts';
import type { Merge, MergedField } from '../../record/merge.ts';
import { isWithinReplicaLag } from '../replicaLagWindow.ts';
import { retryLater } from './request.ts';
import type { OperationContext, SendOutcome } from './run.ts';

// Guards against stale reads. A replica that answers a read may lack writes and remote changes of
// the last moments. The record is then read once more later. Each function returns null or false
// when there is no sign of lag.

/** Retries later when a record is missing that was there a moment ago; else null. */
export function retryIfReplicaLags(job: OperationContext, id: string): SendOutcome | null {
  const { ws, lately } = job.run;
  if (!isWithinReplicaLag(ws, lately, job.entity.kind, id)) return null;
  const details = { why: 'not-known', id } as const;
  const text = `The server returned record ${id} before, but does not return it now.`;
  return retryLater(job, text, details);
}

/**
 * Returns a retry when the read is stale and would mislead the update; else null.
 *
 * Without it the update would overwrite changes that a lagging replica hides, report a false
 * conflict, or count as saved too early. `merged` is the change merged with the read record;
 * `mergeWith` merges it with another version.
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
  // A conflict in the version read remains one, even if the replica hides more.
  if (clashes) return null;
  const isHeld = (known: JsonObject) => {
    const last = mergeWith(known);
    return last.clashes || (isKnownSince(job, theirs.id) && isMissingIn(send, last.send));
  };
  return hides(job, theirs, isHeld) ? asBefore(job) : null;
}

/**
 * Does the same for a deletion.
 *
 * `isStopped`: the version read prevents the deletion. `isStoppedBy` tests another version.
 */
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
  return retryLater(job, 'The server still returns the record without the last change.', {
    why: 'as-before',
  });
}

/**
 * Returns whether the record equals a version before our last write or before the mirror's last
 * change.
 *
 * Then a lagging replica answered: its differences are not remote changes and do not mean that
 * something must be sent. Writes of an earlier run count as recent, because a wall clock that was
 * set since does not show their age.
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
 * Returns whether a lagging replica hides a recent remote change that the mirror already has.
 *
 * Such a replica returns the version before that change, possibly with our own later change.
 * `isHeld` returns whether a version would prevent the write.
 */
function hides(
  job: OperationContext,
  theirs: RawRecord,
  isHeld: (record: JsonObject) => boolean,
): boolean {
  const known = job.run.ws.records.get(job.entity.kind, theirs.id);
  if (known === null || !wasShown(job, theirs.id)) return false;
  if (known.doc !== theirs.text) {
    // Fields that the list does not show are taken from the version read.
    const whole = { ...theirs.record, ...parseDoc(known.doc) };
    if (stoodOtherwise(job, theirs, known) || isHeld(whole)) return true;
  }
  // The last pull may have read a lagging replica too.
  return shownOtherwise(job, theirs).some(isHeld);
}

/**
 * Returns versions of the record as it may be if a lagging replica answered the last pull.
 *
 * Where a field now holds an older value again, the value from before that pull is put back. An
 * older value is one that the mirror held earlier, or one of our writes that the mirror never
 * stored.
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
    const back = diffRecords(resource, parseDoc(doc), record, { shownInBoth: true }).filter(
      ({ field }) =>
        docs.some((each) => isSameIn(resource, field, each, record)) ||
        (isShownBehindOurs && isOurs(job, field, record)),
    );
    if (back.length === 0) return [];
    const values = Object.fromEntries(back.map(({ field, before }) => [field, before]));
    return [applyPatch(resource, record, { values, files: {} })];
  });
}

/** Returns whether a record holds a value that one of our changes gave this field. */
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

/**
 * Returns whether the mirror held this version earlier and now holds a different one.
 *
 * A difference only in how a list writes the record does not count.
 */
function stoodOtherwise(
  { run, entity, resource }: OperationContext,
  { id, text, record }: RawRecord,
  known: StoredRecord | null,
): boolean {
  if (!run.ws.records.matchesPastVersion(entity.kind, id, text)) return false;
  if (known === null) return true;
  return diffRecords(resource, record, parseDoc(known.doc), { shownInBoth: true }).length > 0;
}

/**
 * Returns whether a pull may have brought a change of the record recently; setting the wall clock
 * has no effect.
 */
function wasShown(
  { run: { ws, lately }, entity: { kind } }: OperationContext,
  id: string,
): boolean {
  return lately.hasShown(kind) || isWithinReplicaLag(ws, lately, kind, id);
}

/**
 * Returns whether the mirror's version of the record was pulled after this change was last sent.
 *
 * A value that seems present now but is missing in that version is then a stale value of a lagging
 * replica.
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
  // An earlier run may have sent it; in between, the wall clock may have been set or the computer
  // restarted.
  return takenAt > sentAt || (lately.tookAt(kind, takenAt) ?? -Infinity) > (sentSteady ?? Infinity);
}

/** Returns whether the second patch sends a field that the first does not. */
function isMissingIn(send: Merge['send'], last: Merge['send']): boolean {
  const sent = new Set(fieldNames(send));
  return fieldNames(last).some((name) => !sent.has(name));
}

/**
 * Returns whether a value seems present although another value was sent a moment ago.
 *
 * A lagging replica still shows the old value, so it may soon be replaced.
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

/**
 * Does the same for a list of files: one is present that was not sent, or one that was sent is
 * missing.
 */
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
 * Returns whether a look-up found a stale record: one that was just deleted or given another key.
 *
 * A lagging replica still shows it under the old key; it is not a new record.
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
  // A deletion by another user, which a pull found.
  const gone = ws.records.get(kind, id)?.missingSince ?? null;
  if (gone === null) return false;
  const age = ws.platform.clock.now() - gone;
  return (age >= 0 && age < ws.settings.settleMs) || lately.hasTaken(kind, gone);
}
