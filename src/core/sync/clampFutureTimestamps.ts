import { noteRuns } from '../history/changes.ts';
import { numberOrNull } from '../store/cells.ts';
import { noteOf, setNote } from '../store/notes.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';

const HOUR = 3_600_000;

/**
 * A clock that was set back must not freeze the outbox: what was sent later than now was sent just now,
 * and nothing waits longer than an hour or the settle window.
 */
export function clampFutureTimestamps(ws: Workspace): void {
  const { work, settings, platform } = ws;
  const now = platform.clock.now();
  // Earlier than what is sent next, which may be in this same moment.
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
 * What the mirror took later than now was there before whatever is sent from now on, and is no older than what was sent
 * before. Looked through once for the newest pull that seems to have been later than now.
 */
function trustTaken(ws: Workspace, now: number, just: number): void {
  const { cache } = ws;
  const later = 'SELECT max(run) FROM pull_run WHERE max(started_at, updated_at) > ?';
  const run = numberOrNull.parse(prepared(cache, later).pluck().get(now));
  if (run === null || noteOf(cache, TRUSTED) === String(run)) return;
  // What these pulls brought is known by when it was taken.
  if (noteRuns(ws) > 0) ws.emit('pulls.changed', {});
  prepared(cache, 'UPDATE record SET seen_at = @just WHERE seen_at > @now').run({ now, just });
  setNote(cache, TRUSTED, String(run));
}
