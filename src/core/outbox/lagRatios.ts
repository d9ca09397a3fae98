import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

type SentTimes = Pick<StoredOperation, 'sentAt' | 'sentSteady'>;

/**
 * Returns the least time since a request of an operation may have left.
 *
 * In milliseconds; `Infinity` if no request left. Changes of the wall clock and restarts of the
 * program do not affect it.
 */
export function leastAge({ platform }: Pick<Workspace, 'platform'>, sent: SentTimes): number {
  const { sentAt, sentSteady } = sent;
  if (sentAt === null && sentSteady === null) return Infinity;
  // The operation was sent before monotonic times were stored, so only the wall clock is known.
  if (sentSteady === null) return platform.clock.now() - (sentAt ?? 0);
  const now = platform.clock.monotonicMs();
  // The computer was restarted since, so its uptime is the least age.
  return sentSteady > now ? now : now - sentSteady;
}

/** Largest drift between two clocks that are not set, as a share of the measured time. */
const CLOCK_SKEW_RATIO = 1 / 20;

/**
 * Returns for how long a request of an operation may still be in flight.
 *
 * In milliseconds; 0 if none is.
 */
export function unsettledFor(
  ws: Pick<Workspace, 'platform' | 'settings'>,
  sent: SentTimes,
): number {
  const { settleMs } = ws.settings;
  const left = settleMs - leastAge(ws, sent);
  const isDue = ws.platform.clock.now() - (sent.sentAt ?? 0) >= settleMs;
  return isDue && left <= settleMs * CLOCK_SKEW_RATIO ? 0 : Math.max(0, left);
}

/** Largest replica lag, as a share of the in-flight window. */
export const REPLICA_LAG_RATIO = 1 / 4;

type Looked = SentTimes & Pick<StoredOperation, 'reason' | 'nextAt' | 'updatedAt'>;

/**
 * Returns the earliest time of a look-up that the user asked for.
 *
 * Concerns operations of unknown outcome.
 */
export function soonestLook(
  { platform, settings }: Pick<Workspace, 'platform' | 'settings'>,
  looked: Looked,
): number {
  const { sentAt, reason, nextAt, updatedAt } = looked;
  // A time later than now means that the clock was set back since.
  const settled = Math.min(sentAt ?? 0, platform.clock.now()) + settings.settleMs;
  if (reason?.details?.why !== 'not-seen') return settled;
  // If the next look-up finds nothing, the operation is sent again. A lagging replica gets this
  // time to catch up.
  return Math.max(
    settled,
    Math.min(nextAt ?? 0, updatedAt + settings.settleMs * REPLICA_LAG_RATIO),
  );
}
