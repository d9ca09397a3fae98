import { useEffect, useState } from 'react';

/** Refresh interval of a time shown in minutes or days. */
export const A_MINUTE = 60_000;

/** Returns the current time, renewed at an interval while mounted. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Returns the midnight at the start of a day. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
