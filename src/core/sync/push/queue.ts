import { z } from '#contract/zod.ts';
import { BatchStore } from '../../store/batchStore.ts';
import type { Db } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import { ENDED } from '../../store/stateSql.ts';
import { numberOrNull, numbers, oneNumber } from '../../store/cells.ts';

const STATES = "('waiting', 'unknown')";
const FREE = `NOT EXISTS (SELECT 1 FROM operation e
    WHERE e.eid = o.eid AND e.seq < o.seq AND e.state NOT IN ${ENDED})
  AND NOT EXISTS (SELECT 1 FROM dependency d JOIN operation n ON n.seq = d.needs
    WHERE d.seq = o.seq AND n.state NOT IN ('done', 'merged'))
  AND NOT EXISTS (SELECT 1 FROM change_group g WHERE g.id = o.group_id AND g.state = 'queueing')`;

const readyRow = z.object({ seq: z.number(), eid: z.string() });
const readyRowList = readyRow.array();

/**
 * The operations that the user has sent: all up to a number, and those that were being queued then.
 */
export interface SentMark {
  readonly upTo: number;
  readonly also: readonly number[];
}

/**
 * A send mark plus the operations that the run itself queued, by id.
 *
 * A number may be reused after a crash removed its operation from the disk.
 */
interface SendWatermark extends SentMark {
  readonly own: readonly string[];
  /**
   * A number for a push without a press: changes that were edited within this many milliseconds are
   * not sent, and neither are those of a restored backup or a copy. Null for a press.
   */
  readonly quietMs?: number | null;
}

/** Another person may have made a backup or a copy, so the user must send its changes. */
const OWN = 'NOT EXISTS (SELECT 1 FROM restored r WHERE r.seq = o.seq)';

/**
 * Returns the operations that may be sent now, oldest first.
 *
 * Each is the first open one of its record, is due, and has all its dependencies done.
 */
export function readyOperations(db: Db, now: number, limit: number, sent: SendWatermark) {
  const rows = prepared(
    db,
    // Uses the index of open operations in its order: a queue of thousands is neither scanned nor
    // sorted.
    `SELECT o.seq, o.eid FROM operation o WHERE o.state NOT IN ${ENDED} AND +o.state IN ${STATES}
       AND ${FREE}
       AND (o.next_at IS NULL OR o.next_at <= @now)
       AND NOT (+o.state = 'waiting' AND o.updated_at > @now - @quiet AND o.updated_at <= @now + @quiet)
       AND (@pressed = 1 OR ${OWN})
       AND (o.seq <= @upTo OR o.seq IN (SELECT value FROM json_each(@also))
         OR o.id IN (SELECT value FROM json_each(@own))) ORDER BY o.seq LIMIT @limit`,
  ).all({
    now,
    quiet: sent.quietMs ?? 0,
    pressed: typeof sent.quietMs === 'number' ? 0 : 1,
    upTo: sent.upTo,
    also: JSON.stringify(sent.also),
    own: JSON.stringify(sent.own),
    limit,
  });
  return readyRowList.parse(rows);
}

/** Returns when the next operation is due; null when none waits for a time. */
export function nextWake(db: Db, now: number): number | null {
  const at = prepared(
    db,
    `SELECT min(o.next_at) FROM operation o
       WHERE o.state IN ${STATES} AND o.next_at > ? AND ${FREE}`,
  )
    .pluck()
    .get(now);
  return numberOrNull.parse(at);
}

/**
 * Returns when the outbox can be sent without a press; null when nothing in it can be sent.
 *
 * That is `quietMs` after the last edit, after the pause that the service asked for, and when the
 * first operation is due. An edit up to `quietMs` later than now was made just before the clock stepped
 * back; one with a still later time is from before the clock was set back.
 */
export function nextAutomaticSend(db: Db, now: number, quietMs: number): number | null {
  const due = prepared(
    db,
    `SELECT min(coalesce(o.next_at, 0)) FROM operation o
       WHERE o.state NOT IN ${ENDED} AND +o.state IN ${STATES} AND ${FREE} AND ${OWN}`,
  ).pluck();
  const first = numberOrNull.parse(due.get());
  if (first === null) return null;
  const rest = prepared(
    db,
    `SELECT max(max(CASE WHEN o.updated_at <= @now + @quietMs THEN o.updated_at + @quietMs ELSE 0 END,
         CASE WHEN o.reason ->> '$.details.why' = 'pause' THEN coalesce(o.next_at, 0) ELSE 0 END))
       FROM operation o WHERE o.state NOT IN ${ENDED} AND +o.state = 'waiting'`,
  ).pluck();
  return Math.max(first, numberOrNull.parse(rest.get({ now, quietMs })) ?? 0);
}

/**
 * Selects the open operations that a push without a press would not send, and all behind them.
 *
 * Behind an operation are the later ones of its record and those that depend on it.
 */
const BLOCKED = `
  WITH RECURSIVE blocked(seq) AS (
    SELECT o.seq FROM operation o WHERE o.state NOT IN ${ENDED} AND NOT (
      +o.state IN ('waiting', 'unknown', 'sending') AND coalesce(o.next_at, 0) <= ? AND ${OWN}
      AND NOT EXISTS (SELECT 1 FROM change_group g WHERE g.id = o.group_id AND g.state = 'queueing')
      AND NOT EXISTS (SELECT 1 FROM dependency d JOIN operation n ON n.seq = d.needs
        WHERE d.seq = o.seq AND n.state IN ${ENDED} AND n.state NOT IN ('done', 'merged')))
    UNION SELECT d.seq FROM blocked b JOIN dependency d ON d.needs = b.seq
    UNION SELECT l.seq FROM blocked b JOIN operation o ON o.seq = b.seq
      JOIN operation l ON l.eid = o.eid AND l.seq > o.seq WHERE l.state NOT IN ${ENDED})`;

/** Returns how many changes a push without a press would send now. */
export function countReady(db: Db, now: number): number {
  const count = prepared(
    db,
    `${BLOCKED} SELECT count(*) FROM operation o WHERE o.state = 'waiting'
       AND o.seq NOT IN (SELECT seq FROM blocked)`,
  ).pluck();
  return oneNumber.parse(count.get(now));
}

/** The scope of a Send: all queued operations, and the batches that are being queued. */
export interface SendScope extends SentMark {
  readonly groups: readonly string[];
}

/** Returns the scope of a Send that is pressed now; operations queued later are not part of it. */
export function pressedNow(db: Db): SendScope {
  const newest = prepared(db, 'SELECT coalesce(max(seq), 0) FROM operation').pluck();
  const groups = new BatchStore(db).queueing().map(({ id }) => id);
  return { upTo: oneNumber.parse(newest.get()), also: [], groups };
}

/** Returns the scope of a Send of some operations: they and their dependencies, nothing else. */
export function pressedFor(db: Db, operations: readonly string[]): SendScope {
  const also = prepared(db, NEEDED).pluck().all(JSON.stringify(operations));
  return { upTo: 0, also: numbers.parse(also), groups: [] };
}

/**
 * Selects operations and all that must be sent before them: earlier ones of their records, and
 * dependencies.
 */
const NEEDED = `
  WITH RECURSIVE wanted(seq) AS (
    SELECT seq FROM operation WHERE id IN (SELECT value FROM json_each(?))
    UNION SELECT d.needs FROM dependency d JOIN wanted w ON w.seq = d.seq
    UNION SELECT e.seq FROM wanted w JOIN operation o ON o.seq = w.seq
      JOIN operation e ON e.eid = o.eid AND e.seq < o.seq)
  SELECT o.seq FROM wanted w JOIN operation o ON o.seq = w.seq WHERE o.state NOT IN ${ENDED}`;

/** Merges the operations of two Sends. */
export function bothSent(one: SentMark, other: SentMark): SentMark {
  return { upTo: Math.max(one.upTo, other.upTo), also: [...new Set([...one.also, ...other.also])] };
}

export const NOTHING_SENT: SentMark = { upTo: 0, also: [] };

/** Returns the operations of a Send, once its batches are queued. */
export function sentOf(db: Db, { upTo, also: own, groups }: SendScope): SentMark {
  const behind = prepared(
    db,
    `SELECT seq FROM operation WHERE seq > ? AND group_id IN (SELECT value FROM json_each(?))`,
  ).pluck();
  const also = groups.length === 0 ? [] : numbers.parse(behind.all(upTo, JSON.stringify(groups)));
  return { upTo, also: [...own, ...also] };
}
