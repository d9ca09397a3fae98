import { useEffect, useState } from 'react';

/** As often as a time is renewed that is said in minutes, or in days. */
export const A_MINUTE = 60_000;

/** The time now, renewed every so often while the component is shown. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}

/** Midnight of the day in which a time lies. */
export function startOfDay(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}
