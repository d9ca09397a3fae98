import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Until when a request whose answer is not known may still arrive. When it may have left at the latest is kept as the
 * time at which it was sent: a computer that slept in between may have sent it only when it woke, and the program may
 * have ended behind that. A clock that was set back in between tells nothing of when it left.
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
