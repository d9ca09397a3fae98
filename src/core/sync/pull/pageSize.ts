import { z } from '#contract/zod.ts';

/** Page sizes worth asking for; doc §8 names the default of 10 and no maximum. */
const LADDER = [10, 50, 100, 500, 1000, 2000];
const FIRST = 100;
const HEAVY_BYTES = 8 * 1024 * 1024;
const SLOW_MS = 3_000;
const STALE_MS = 7 * 86_400_000;
/**
 * Above this size one answer costs more memory than its consistency is worth: ten times its length
 * for a while.
 */
const ALL_BYTES = 16 * 1024 * 1024;

export const learnedSchema = z.object({
  /** The size to ask for next. */
  limit: z.number().int().min(1),
  /** Larger pages are not worth a try. */
  settled: z.boolean(),
  total: z.number().nullable(),
  bytesPerRecord: z.number(),
  /** `all=true` has not failed. */
  all: z.boolean(),
  at: z.number(),
});
/** Facts learned about the list of one kind. */
export type Learned = z.infer<typeof learnedSchema>;

/** The measures of one answer that decide the next page size; times in milliseconds. */
export interface Measured {
  readonly asked: number;
  readonly count: number;
  readonly total: number | null;
  readonly bytes: number;
  readonly took: number;
  /** A larger page was refused on the way. */
  readonly refused: boolean;
}

/** Returns the defaults for a list that was never read. */
export function unlearned(now: number): Learned {
  return { limit: FIRST, settled: false, total: null, bytesPerRecord: 0, all: true, at: now };
}

/** Returns the learned facts unless they are a week old: the limits of a service may change. */
export function stillKnown(learned: Learned | null, now: number): Learned {
  const fresh = learned !== null && now - learned.at < STALE_MS && now >= learned.at;
  return fresh ? learned : unlearned(now);
}

/**
 * Updates the learned facts from the first page of a list.
 *
 * A page shorter than both the request and the total shows the service's own limit.
 */
export function afterOpening(learned: Learned, page: Measured): Learned {
  const { asked, count, total, bytes, took, refused } = page;
  const bytesPerRecord = count > 0 ? Math.ceil(bytes / count) : learned.bytesPerRecord;
  const settled = learned.settled || refused;
  const known = { ...learned, limit: asked, settled, total, bytesPerRecord };
  if (isClamped(page)) return { ...known, limit: count, settled: true };
  if (settled || count < asked || count === total) return known;
  if (bytes > HEAVY_BYTES || took > SLOW_MS)
    return { ...known, limit: smaller(asked) ?? asked, settled: true };
  const next = LADDER.find((size) => size > asked);
  return next === undefined ? { ...known, settled: true } : { ...known, limit: next };
}

function isClamped({ asked, count, total }: Measured): boolean {
  return total !== null && count > 0 && count < Math.min(asked, total);
}

/** Returns the next smaller page size, or null. */
export function smaller(limit: number): number | null {
  return LADDER.findLast((size) => size < limit) ?? null;
}

/**
 * Returns whether to request everything in one answer.
 *
 * That is the most consistent read, where the service offers it and it is not too large.
 */
export function isAllWorth(learned: Learned, offersAll: boolean): boolean {
  const { total, bytesPerRecord, all } = learned;
  return offersAll && all && total !== null && total > 0 && total * bytesPerRecord <= ALL_BYTES;
}
