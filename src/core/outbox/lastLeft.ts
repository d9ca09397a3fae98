import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace.ts';

/**
 * When a request whose answer is not known may have left at the latest, kept as the time at which it was sent: a
 * computer that slept in between may have sent it only when it woke, and the program may have ended behind that.
 */
export function lastLeft(
  { operations, platform, settings }: Workspace,
  { seq, sentAt }: Pick<StoredOperation, 'seq' | 'sentAt'>,
): number {
  const now = platform.clock.now();
  if (sentAt === null) return now;
  if (now - sentAt <= settings.settleMs) return sentAt;
  operations.setSentAt(seq, platform.clock);
  return now;
}
