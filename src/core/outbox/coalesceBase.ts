import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { diffValues } from '../record/operationDiff.ts';
import { applyPatch, listOf } from '../record/overlay.ts';
import { isEmptyPatch } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';

/** A change, and the record as it was shown before it. */
export interface Change {
  readonly patch: Patch;
  readonly shown: JsonObject;
  /** What the service is known to hold, where a value is asked for; null where a change is taken back. */
  readonly doc: JsonObject | null;
}

/**
 * The record on which an operation is made, once a change is laid into it; the same object where it stays.
 * `isSent` says that what it holds may have arrived.
 */
export function baseFor(
  resource: Resource,
  operation: StoredOperation,
  old: JsonObject,
  { patch, shown }: Change,
  isSent: boolean,
): JsonObject {
  const seen = operation.base === null ? old : withSeen(resource, operation, old, patch, shown);
  return isSent ? baseBehind(resource, operation, seen, patch) : seen;
}

/**
 * The record on which an operation is made, with what the person saw where it changes something for the first
 * time: the operation itself may be older than that, and know nothing of what was sent or queued since.
 */
function withSeen(
  resource: Resource,
  operation: StoredOperation,
  base: JsonObject,
  change: Patch,
  shown: JsonObject,
): JsonObject {
  const seen = Object.entries(change.values).flatMap(([name, value]) => {
    const field = resource.fields[name];
    const now = field === undefined ? undefined : readValue(name, field, shown);
    if (field === undefined || now === undefined) return [];
    const known = own(operation.patch.values, name);
    const first = known === undefined ? now : partsNotIn(known, value, now);
    const isKnown = first === null || sameValue(field, readValue(name, field, base), first);
    return isKnown ? [] : [[name, first] as const];
  });
  const lists = Object.keys(change.files)
    .filter((name) => !Object.hasOwn(operation.patch.files, name))
    .flatMap((name) => {
      const list = listOf(own(shown, name));
      const isKnown = JSON.stringify(listOf(own(base, name))) === JSON.stringify(list);
      return isKnown ? [] : [[name, list] as const];
    });
  if (seen.length + lists.length === 0) return base;
  const values = Object.fromEntries([...seen, ...lists]);
  return applyPatch(resource, base, { values, files: {} });
}

/**
 * The same with what those in front of an operation hold by now of what is changed: one of them may have been mended
 * since, and what only brings a value back to where it stood before that is still to be sent.
 */
export function baseWaiting(
  { operations }: Pick<Workspace, 'operations'>,
  resource: Resource,
  operation: StoredOperation,
  base: JsonObject,
  change: Change,
): JsonObject {
  const { seq, eid, action } = operation;
  if (action !== 'update') return base;
  const ahead = operations.openOf(eid).filter((each) => each.seq < seq);
  const standing = ahead.reduce(
    (record, each) => onTopOf(resource, record, each.patch, change.patch),
    base,
  );
  const values = Object.entries(change.patch.values).filter(
    ([name]) => !ahead.some(({ patch }) => Object.hasOwn(patch.values, name)),
  );
  return baseMoved(resource, operation, standing, change.doc, Object.fromEntries(values));
}

/**
 * The same with its own values where a change goes back to what stood before them and another hand has changed that
 * since: only dropped, the other value would come out, which nobody asked for.
 */
function baseMoved(
  resource: Resource,
  operation: StoredOperation,
  base: JsonObject,
  doc: JsonObject | null,
  given: JsonObject,
): JsonObject {
  if (doc === null) return base;
  const { values } = diffValues(resource, doc, given);
  return baseBehind(resource, operation, base, { values, files: {} });
}

/** A base with the values of what stands in front, where a change has them as well; the same object where it stays. */
export function onTopOf(
  resource: Resource,
  base: JsonObject,
  { values }: Patch,
  change: Patch,
): JsonObject {
  const both = Object.entries(values).filter(([name]) => Object.hasOwn(change.values, name));
  const ahead = { values: Object.fromEntries(both), files: {} };
  return isEmptyPatch(diffValues(resource, base, ahead.values))
    ? base
    : applyPatch(resource, base, ahead);
}

/** What was shown of the parts of a value that are changed for the first time; null where none is. */
function partsNotIn(known: Json, value: Json, shown: Json): JsonObject | null {
  if (!isObject(known) || !isObject(value) || !isObject(shown)) return null;
  const fresh = Object.keys(value).flatMap((part) => {
    const now = own(shown, part);
    return Object.hasOwn(known, part) || now === undefined ? [] : [[part, now] as const];
  });
  return fresh.length === 0 ? null : Object.fromEntries(fresh);
}

/**
 * It was sent, and what was read back need not be all that came of it: a copy that is behind answers so too. What
 * was refused has not arrived, but for what went before it in a request of its own. What came with a backup or a copy
 * may have been sent since it was made.
 */
export function mayBeThere(
  { activity, restored }: Pick<Workspace, 'activity' | 'restored'>,
  { seq, sentAt, state, reason }: StoredOperation,
): boolean {
  if (restored.has(seq)) return true;
  if (sentAt === null) return false;
  if (state !== 'refused' || reason?.code !== 'refused') return true;
  return activity.writes(seq).some(({ outcome }) => outcome === 'applied');
}

/**
 * The record on which a change is made that takes back what was sent: with that in it. What is only dropped here
 * might stay there.
 */
function baseBehind(
  resource: Resource,
  { patch }: StoredOperation,
  old: JsonObject,
  change: Patch,
): JsonObject {
  const sent = Object.entries(change.values).flatMap(([name, value]) => {
    const held = own(patch.values, name);
    const isBack = isEmptyPatch(diffValues(resource, old, { [name]: value }));
    return held === undefined || !isBack ? [] : [[name, partsOf(held, value)] as const];
  });
  if (sent.length === 0) return old;
  return applyPatch(resource, old, { values: Object.fromEntries(sent), files: {} });
}

/** What is held of the parts that a change names; all of a value without parts. */
function partsOf(held: Json, value: Json): Json {
  if (!isObject(held) || !isObject(value)) return held;
  return Object.fromEntries(Object.entries(held).filter(([part]) => Object.hasOwn(value, part)));
}
