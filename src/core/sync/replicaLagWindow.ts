import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { RecentWrites } from './recentWrites.ts';
import { REPLICA_LAG_RATIO, leastAge } from '../outbox/lagRatios.ts';

/**
 * What we wrote a moment ago, or the mirror took or saw changed, may not be known yet to whatever copy of the service
 * answers next, even where another copy has shown it already: that it is not there is no sign that it is gone.
 */
export function isWithinReplicaLag(
  ws: Workspace,
  lately: RecentWrites,
  kind: Kind,
  id: string,
): boolean {
  if (lately.has(kind, id)) return true;
  const isPast = lately.isPast(kind, id);
  const entity = isPast ? null : ws.entities.byServiceId(kind, id);
  const done = entity === null ? [] : ws.operations.recentOf(entity.eid);
  // Done by the run before this one, whatever the clock was set to in between.
  if (done.some((each) => leastAge(ws, each) < ws.settings.settleMs * (1 + REPLICA_LAG_RATIO)))
    return true;
  const takenAt = ws.records.takenAt(kind, id);
  if (takenAt !== null && lately.hasTaken(kind, takenAt)) return true;
  const written = done[0]?.updatedAt;
  const now = ws.platform.clock.now();
  return [written, takenAt].some((at) => {
    const age = now - (at ?? Number.NaN);
    // Later than now: the clock was set back since, which may have been a moment after that.
    return age < ws.settings.settleMs && (age >= 0 || !isPast);
  });
}
