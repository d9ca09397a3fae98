import { noteRuns } from '../history/changes.ts';
import { numberOrNull } from '../store/cells.ts';
import { noteOf, setNote } from '../store/notes.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';

const HOUR = 3_600_000;

/**
 * Moves timestamps of the outbox that lie in the future back to now.
 *
 * A wall clock that was set back must not freeze the outbox. An operation sent "later than now"
 * counts as sent just now. No operation waits longer than an hour or the in-flight window, the
 * longer of the two.
 */
export function clampFutureTimestamps(ws: Workspace): void {
  const { work, settings, platform } = ws;
  const now = platform.clock.now();
  // Earlier than the next request, which may be sent in this same millisecond.
  const just = now - 1;
  const latest = now + Math.max(HOUR, settings.settleMs);
  prepared(
    work,
    `UPDATE operation SET sent_at = CASE WHEN sent_at > @now THEN @just ELSE sent_at END, next_at = min(next_at, @latest)
       WHERE state IN ('waiting', 'held', 'unknown', 'sending', 'refused', 'conflict', 'discarded')
         AND (sent_at > @now OR next_at > @latest)`,
  ).run({ now, just, latest });
  trustTaken(ws, now, just);
}

const TRUSTED = 'clock:trusted';

/**
 * Moves ingest times of the mirror that lie in the future back to just before now.
 *
 * Such records were there before the next request and are no older than earlier requests. Runs once
 * for each newest pull that seems to be later than now.
 */
function trustTaken(ws: Workspace, now: number, just: number): void {
  const { cache } = ws;
  const later = 'SELECT max(run) FROM pull_run WHERE max(started_at, updated_at) > ?';
  const run = numberOrNull.parse(prepared(cache, later).pluck().get(now));
  if (run === null || noteOf(cache, TRUSTED) === String(run)) return;
  // Keeps the runs of these records first: history finds the records of a pull by their ingest
  // time.
  if (noteRuns(ws) > 0) ws.emit('pulls.changed', {});
  prepared(cache, 'UPDATE record SET seen_at = @just WHERE seen_at > @now').run({ now, just });
  setNote(cache, TRUSTED, String(run));
}
