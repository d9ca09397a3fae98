import type { Kind } from '#contract/resources/resource.ts';
import { numberOrNull } from '../store/cells.ts';
import type { Workspace } from '../workspace.ts';

/** A record that is no longer there, and when that was found. */
interface Removed {
  readonly kind: Kind;
  readonly id: string;
  readonly at: number;
}

/**
 * A removal of this workstation was carried out: what was gone before anything of it could arrive was another's,
 * unless it came with a backup and may have been sent since.
 */
export function isRemovedHere(
  ws: Pick<Workspace, 'work' | 'cache' | 'settings'>,
  removed: Removed,
): boolean {
  const { kind, id } = removed;
  return isDoneHere(ws, kind, id, 'remove', MAY_HAVE_ARRIVED) || isRemovedAfterAll(ws, removed);
}

const ARRIVED = `t.seq = o.seq AND coalesce(t.outcome, 'unknown') IN ('applied', 'unknown')`;
const MAY_HAVE_ARRIVED = `(o.seq IN (SELECT seq FROM restored)
  OR EXISTS (SELECT 1 FROM attempt t WHERE ${ARRIVED}))`;

/**
 * A removal was taken back when nobody knew whether it had arrived. It had, where the record was gone when the list
 * was read next; what a list still showed after that was removed by another.
 */
function isRemovedAfterAll(
  { work, cache, settings }: Pick<Workspace, 'work' | 'cache' | 'settings'>,
  { kind, id, at }: Removed,
): boolean {
  const sent = work
    .prepare(
      `SELECT max(t.started_at) FROM operation o JOIN entity e ON e.eid = o.eid JOIN attempt t ON ${ARRIVED}
       WHERE e.kind = ? AND e.service_id = ? AND o.action = 'remove' AND o.state = 'discarded'`,
    )
    .pluck();
  const sentAt = numberOrNull.parse(sent.get(kind, id));
  if (sentAt === null || sentAt > at) return false;
  const looked = cache
    .prepare('SELECT 1 FROM pull_log WHERE kind = ? AND started_at >= ? AND at < ? LIMIT 1')
    .get(kind, sentAt + settings.settleMs, at);
  return looked === undefined;
}

/** An operation of this workstation with a record came to its end. */
export function isDoneHere(
  { work }: Pick<Workspace, 'work'>,
  kind: Kind,
  id: string,
  action: 'create' | 'remove',
  also = 'TRUE',
): boolean {
  const row = work
    .prepare(
      `SELECT 1 FROM operation o JOIN entity e ON e.eid = o.eid
       WHERE e.kind = ? AND e.service_id = ? AND o.action = ? AND o.state = 'done' AND ${also} LIMIT 1`,
    )
    .get(kind, id, action);
  return row !== undefined;
}
