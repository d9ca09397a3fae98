import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';

type SentTimes = Pick<StoredOperation, 'sentAt' | 'sentSteady'>;

/**
 * The least time in milliseconds that has passed since a request of an operation may have left, wherever the computer's
 * clock was set to meanwhile, in this run of the program or an earlier one; infinite where none left.
 */
export function leastAge({ platform }: Pick<Workspace, 'platform'>, sent: SentTimes): number {
  const { sentAt, sentSteady } = sent;
  if (sentAt === null && sentSteady === null) return Infinity;
  // Sent before this was kept: there is nothing but the clock that is set.
  if (sentSteady === null) return platform.clock.now() - (sentAt ?? 0);
  const now = platform.clock.monotonicMs();
  // The computer was started again since: it has been running for so long.
  return sentSteady > now ? now : now - sentSteady;
}

/** How far two clocks may be apart that nobody sets, as a share of what they measure. */
const CLOCK_SKEW_RATIO = 1 / 20;

/** For how many milliseconds a request of an operation may still be on its way; 0 where none is. */
export function unsettledFor(
  ws: Pick<Workspace, 'platform' | 'settings'>,
  sent: SentTimes,
): number {
  const { settleMs } = ws.settings;
  const left = settleMs - leastAge(ws, sent);
  const isDue = ws.platform.clock.now() - (sent.sentAt ?? 0) >= settleMs;
  return isDue && left <= settleMs * CLOCK_SKEW_RATIO ? 0 : Math.max(0, left);
}

/** How far a copy of the service that is asked may be behind, as a share of the settle window. */
export const REPLICA_LAG_RATIO = 1 / 4;

type Looked = SentTimes & Pick<StoredOperation, 'reason' | 'nextAt' | 'updatedAt'>;

/** How soon an operation of unknown outcome is looked for where a person asks for it. */
export function soonestLook(
  { platform, settings }: Pick<Workspace, 'platform' | 'settings'>,
  looked: Looked,
): number {
  const { sentAt, reason, nextAt, updatedAt } = looked;
  // Later than now: the clock was set back since.
  const settled = Math.min(sentAt ?? 0, platform.clock.now()) + settings.settleMs;
  if (reason?.details?.why !== 'not-seen') return settled;
  // What the next look does not find is sent again: a copy that is behind has that long to know of it.
  return Math.max(
    settled,
    Math.min(nextAt ?? 0, updatedAt + settings.settleMs * REPLICA_LAG_RATIO),
  );
}
