import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace.ts';

const HOUR = 3_600_000;

/**
 * A clock that was set back must not freeze the outbox: what was sent later than now was sent just now,
 * and nothing waits longer than an hour or the settle window.
 */
export function trustClock({ work, settings, platform }: Workspace): void {
  const now = platform.clock.now();
  const latest = now + Math.max(HOUR, settings.settleMs);
  prepared(
    work,
    `UPDATE operation SET sent_at = min(sent_at, @now), next_at = min(next_at, @latest)
       WHERE state IN ('waiting', 'unknown', 'sending') AND (sent_at > @now OR next_at > @latest)`,
  ).run({ now, latest });
}
