/** The choices for the age of remote changes. */
export const SINCE = ['newest', 'day', 'week', 'month'] as const;
export type Since = (typeof SINCE)[number];

const A_DAY = 24 * 60 * 60 * 1000;
const DAYS = { day: 1, week: 7, month: 30 } as const;

/** Returns the start of that day in milliseconds since 1970; null means since the newest pull. */
export function sinceTime(since: Since, now: number): number | null {
  if (since === 'newest') return null;
  const day = new Date(now - DAYS[since] * A_DAY);
  return day.setHours(0, 0, 0, 0);
}
