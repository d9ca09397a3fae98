import type { StoredOperation } from '../store/operationStore.ts';
import { fieldNames, stagedFiles } from '../record/patch.ts';
import type { FileItem, Patch } from '../record/patch.ts';

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
 * would overwrite the change. This order occurs after a backup is restored.
 */
export function joinable(
  open: readonly StoredOperation[],
  change: Patch,
): readonly StoredOperation[] {
  const last = open.findLastIndex((each) => !isFoldable(each) && isOfSame(each.patch, change));
  return open.slice(last + 1).filter(isFoldable);
}

/** Returns whether two changes have a field in common. */
export function isOfSame(one: Patch, other: Patch): boolean {
  const names = new Set(fieldNames(one));
  return fieldNames(other).some((name) => names.has(name));
}
