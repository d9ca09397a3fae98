import type { StoredOperation } from '../store/operationStore.ts';
import { fieldNames, stagedFiles } from '../record/patch.ts';
import type { FileItem, Patch } from '../record/patch.ts';

/** Answered for certain, so that another value may be sent in its place. */
const MENDABLE: ReadonlySet<string> = new Set(['refused', 'file-damaged', 'service-kept']);

/** Not sent yet, or surely not applied: its patch may still be changed in place. */
export function isFoldable(operation: StoredOperation): boolean {
  const { state, attempts, reason } = operation;
  if (state === 'refused') return MENDABLE.has(reason?.code ?? '');
  return attempts === 0 && (state === 'waiting' || state === 'held');
}

/** A copy that nothing on its way holds may be taken back; the service never hears of it. */
export function isOnlyWaiting(open: readonly StoredOperation[], item: FileItem): boolean {
  if (typeof item === 'string') return false;
  return !open.some(
    (each) => !isFoldable(each) && stagedFiles(each.patch).some(({ file }) => file === item.$file),
  );
}

/**
 * The operations of a record that a change may join. In front of one that has a field of it and may have been sent,
 * as a copy that was put back leaves it, the change would be overwritten by what it was to take the place of.
 */
export function joinable(
  open: readonly StoredOperation[],
  change: Patch,
): readonly StoredOperation[] {
  const last = open.findLastIndex((each) => !isFoldable(each) && isOfSame(each.patch, change));
  return open.slice(last + 1).filter(isFoldable);
}

/** Whether two changes have a field in common. */
export function isOfSame(one: Patch, other: Patch): boolean {
  const names = new Set(fieldNames(one));
  return fieldNames(other).some((name) => names.has(name));
}
