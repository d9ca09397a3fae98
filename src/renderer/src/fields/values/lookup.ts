import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';

/** The way an operation of unknown outcome is looked up before any repeat. */
export type LookUp =
  'by-code' | 'by-file' | 'by-values' | 'read-again' | 'still-there' | 'shown-yet';

/** Returns the look-up that the core will use. */
export function lookUpOf(operation: Operation): LookUp {
  if (operation.action === 'update') return 'read-again';
  if (operation.action === 'remove') return isShownYet(operation) ? 'shown-yet' : 'still-there';
  if (operation.key !== null) return 'by-code';
  const { markers } = resourceOf(operation.kind);
  return operation.files.some(({ field }) => markers.includes(field)) ? 'by-file' : 'by-values';
}

/**
 * Returns whether a confirmed delete is still unverified, because the service still returns the
 * record.
 *
 * The read may be stale.
 */
export function isShownYet({ action, state, reason }: Operation): boolean {
  return action === 'remove' && state === 'unknown' && reason?.details?.why === 'still-there';
}

/** Returns whether an update was accepted, but the service still shows the old value. */
export function isOldValueShown({ action, state, reason }: Operation): boolean {
  return action === 'update' && state === 'unknown' && reason?.details?.why === 'as-before';
}

/** Returns the file whose uploaded path identifies a lost create; null if there is none. */
export function markerFile(operation: Operation): string | null {
  const { markers } = resourceOf(operation.kind);
  return operation.files.find(({ field }) => markers.includes(field))?.name ?? null;
}

/** Returns a duration in clock form: `1:32`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(rest / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}`;
}
