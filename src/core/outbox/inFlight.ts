import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Returns the wall-clock time until which an unanswered request may still arrive.
 *
 * `sentAt` is the latest time at which the request may have left. A computer that slept may have
 * sent the request only after it woke, and the program may have ended after that. The window starts
 * again now if `sentAt` is older than the window. The same holds if `sentAt` lies in the future,
 * because the clock was set back.
 */
export function inFlightUntil(
  { operations, platform, settings }: Workspace,
  { seq, sentAt }: Pick<StoredOperation, 'seq' | 'sentAt'>,
): number {
  const { settleMs } = settings;
  const now = platform.clock.now();
  if (sentAt === null) return now + settleMs;
  const age = now - sentAt;
  if (age >= 0 && age <= settleMs) return sentAt + settleMs;
  operations.setSentAt(seq, platform.clock);
  return now + settleMs;
}
