import type { Resource } from '#contract/resources/resource.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { fieldNames, stagedFiles } from '../record/patch.ts';
import type { FileItem, Patch } from '../record/patch.ts';
import { triedField } from './trial.ts';

/** Reasons of a refusal with a certain answer, after which another value may be sent. */
const MENDABLE: ReadonlySet<string> = new Set(['refused', 'file-damaged', 'service-kept']);

/**
 * Returns whether the patch of an operation may still be changed in place.
 *
 * True for an operation that was never sent, or that was refused for a reason in `MENDABLE`.
 */
export function isFoldable(operation: StoredOperation): boolean {
  const { state, attempts, reason } = operation;
  if (state === 'refused') return MENDABLE.has(reason?.code ?? '');
  return attempts === 0 && (state === 'waiting' || state === 'held');
}

/**
 * Returns whether a staged file belongs only to operations that can still be changed.
 *
 * Such a file can be withdrawn, and the service never receives it.
 */
export function isOnlyWaiting(open: readonly StoredOperation[], item: FileItem): boolean {
  if (typeof item === 'string') return false;
  return !open.some(
    (each) => !isFoldable(each) && stagedFiles(each.patch).some(({ file }) => file === item.$file),
  );
}

/**
 * Returns the open operations of a record that a change may be merged into.
 *
 * Operations before a possibly sent operation with a common field are left out: that operation
 * would overwrite the change. This order occurs after a backup is restored. A trial stays alone:
 * only another value of its field joins it.
 */
export function joinable(
  open: readonly StoredOperation[],
  change: Patch,
  resource: Resource,
): readonly StoredOperation[] {
  const last = open.findLastIndex((each) => !isFoldable(each) && isOfSame(each.patch, change));
  const isNew = open.some((each) => each.action === 'create' && isFoldable(each));
  // A record that was never sent takes every field, so nothing is tried.
  const field = isNew ? null : triedField(resource, { action: 'update', patch: change });
  return open
    .slice(last + 1)
    .filter((each) => isFoldable(each) && triedField(resource, each) === field);
}

/**
 * Returns the descriptor by which a change of these fields is checked.
 *
 * A field that an unsent trial holds can be changed alone, so that Undo can take the trial back.
 */
export function resourceToChange(
  resource: Resource,
  open: readonly StoredOperation[],
  names: readonly string[],
): Resource {
  const [name, ...others] = new Set(names);
  if (name === undefined || others.length > 0) return resource;
  const isTried = open.some((each) => isFoldable(each) && triedField(resource, each) === name);
  return isTried ? withKeptUpdates(resource, new Set([name])) : resource;
}

/** Returns whether two changes have a field in common. */
export function isOfSame(one: Patch, other: Patch): boolean {
  const names = new Set(fieldNames(one));
  return fieldNames(other).some((name) => names.has(name));
}
