import { z } from '#contract/zod.ts';
import type { Workspace } from '../workspace/workspace.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A longer step between two calls may be a clock that was set, or days without the program. */
const MOST_STEP = 7 * DAY;
const NOTE = 'clock:flow';
const flowSchema = z.object({ since: z.number(), seen: z.number() });

/**
 * Returns whether the wall clock has run for a day without a jump.
 *
 * Old data is deleted only then: a clock set ahead by mistake makes everything old at once.
 */
export function isWallClockStable({
  meta,
  platform,
}: Pick<Workspace, 'meta' | 'platform'>): boolean {
  const now = platform.clock.now();
  const known = flowSchema.safeParse(JSON.parse(meta.get(NOTE) ?? 'null')).data;
  const step = known === undefined ? Infinity : now - known.seen;
  const hasJumped = step < -HOUR || step > MOST_STEP;
  const since = known === undefined || hasJumped ? now : known.since;
  if (hasJumped || step >= HOUR) meta.set(NOTE, JSON.stringify({ since, seen: now }));
  return now - since >= DAY;
}
