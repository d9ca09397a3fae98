import type { Operation } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';

/** How an operation of unknown outcome is looked up before it could be sent again. */
export type LookUp =
  'by-code' | 'by-file' | 'by-values' | 'read-again' | 'still-there' | 'shown-yet';

/** What Cabinet will do when the time has come; it mirrors what the core does. */
export function lookUpOf(operation: Operation): LookUp {
  if (operation.action === 'update') return 'read-again';
  if (operation.action === 'remove') return isShownYet(operation) ? 'shown-yet' : 'still-there';
  if (operation.key !== null) return 'by-code';
  const { markers } = resourceOf(operation.kind);
  return operation.files.some(({ field }) => markers.includes(field)) ? 'by-file' : 'by-values';
}

/** A removal that was answered with yes, of a record that the service still shows: it may not know of it yet. */
export function isShownYet({ action, state, reason }: Operation): boolean {
  return action === 'remove' && state === 'unknown' && reason?.details?.why === 'still-there';
}

/** The file by whose uploaded path a lost creation is recognised; null where there is none. */
export function markerFile(operation: Operation): string | null {
  const { markers } = resourceOf(operation.kind);
  return operation.files.find(({ field }) => markers.includes(field))?.name ?? null;
}

/** A span as a clock shows it: `1:32`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  const two = (value: number) => String(value).padStart(2, '0');
  const minutes = Math.floor(rest / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest % 60)}` : `${minutes}:${two(rest % 60)}`;
}
