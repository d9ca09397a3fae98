import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { diffValues } from '../record/diff.ts';
import { applyPatch, listOf } from '../record/overlay.ts';
import { isEmptyPatch } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';

/** A change, and the record as it was shown before the change. */
export interface CoalescedChange {
  readonly patch: Patch;
  readonly shown: JsonObject;
  /** The record that the service is known to hold; null if the change takes an earlier one back. */
  readonly doc: JsonObject | null;
}

/**
 * Returns the base of an operation after a change is merged into it.
 *
 * Returns the same object if the base stays. `isSent` means that the service may hold the values of
 * the operation.
 */
export function baseFor(
  resource: Resource,
  operation: StoredOperation,
  old: JsonObject,
  { patch, shown }: CoalescedChange,
  isSent: boolean,
): JsonObject {
  const seen = operation.base === null ? old : withSeen(resource, operation, old, patch, shown);
  return isSent ? baseBehind(resource, operation, seen, patch) : seen;
}

/**
 * Adds to a base the values that the user saw in newly changed fields.
 *
 * The operation may be older than the change, so its base may lack values that were sent or queued
 * since.
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
 * Lays the values of the open operations ahead of an operation over its base.
 *
 * Only fields of the change count. An earlier operation may have been corrected since. A change
 * back to the value before that correction must still be sent.
 */
export function baseWaiting(
  ahead: readonly StoredOperation[],
  resource: Resource,
  operation: StoredOperation,
  base: JsonObject,
  change: CoalescedChange,
): JsonObject {
  if (operation.action !== 'update') return base;
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
 * Keeps a change back to the base if the service holds another value by now.
 *
 * If the change were only dropped, the service's value would show, which the user did not ask for.
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

/**
 * Lays the values of an earlier operation over a base, for fields of a change.
 *
 * Returns the same object if the base stays.
 */
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

/**
 * Returns the shown values of parts that are changed for the first time; null if there are none.
 */
function partsNotIn(known: Json, value: Json, shown: Json): JsonObject | null {
  if (!isObject(known) || !isObject(value) || !isObject(shown)) return null;
  const fresh = Object.keys(value).flatMap((part) => {
    const now = own(shown, part);
    return Object.hasOwn(known, part) || now === undefined ? [] : [[part, now] as const];
  });
  return fresh.length === 0 ? null : Object.fromEntries(fresh);
}

/**
 * Returns whether the service may hold the values of an operation.
 *
 * True for a sent operation, even if a read shows otherwise: the read may be stale. A refused
 * operation was not applied, unless an earlier request of it was. An operation from a backup or a
 * copied folder may have been sent since it was copied.
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
 * Adds sent values to a base where a change takes them back.
 *
 * If the field were only dropped from the patch, the sent value might stay on the service.
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

/**
 * Returns the held values of the parts that a change names.
 *
 * Returns the whole value if it has no parts.
 */
function partsOf(held: Json, value: Json): Json {
  if (!isObject(held) || !isObject(value)) return held;
  return Object.fromEntries(Object.entries(held).filter(([part]) => Object.hasOwn(value, part)));
}
