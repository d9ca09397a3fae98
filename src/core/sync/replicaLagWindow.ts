import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { RecentWrites } from './recentWrites.ts';
import { REPLICA_LAG_RATIO, leastAge } from '../outbox/lagRatios.ts';

/**
 * Returns whether a replica may still lack the latest change of a record.
 *
 * The change is a recent write of ours, or a recent change that a pull stored. Within this window,
 * absence does not prove deletion, even where another replica has returned the change already.
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
  // The previous run may have completed it, so its age is measured by the monotonic clock.
  if (done.some((each) => leastAge(ws, each) < ws.settings.settleMs * (1 + REPLICA_LAG_RATIO)))
    return true;
  const takenAt = ws.records.takenAt(kind, id);
  if (takenAt !== null && lately.hasTaken(kind, takenAt)) return true;
  const written = done[0]?.updatedAt;
  const now = ws.platform.clock.now();
  return [written, takenAt].some((at) => {
    const age = now - (at ?? Number.NaN);
    // A negative age: the wall clock was set back since, perhaps a moment after the change.
    return age < ws.settings.settleMs && (age >= 0 || !isPast);
  });
}
