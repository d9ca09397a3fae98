import type { Clock } from '#core/platform/platform.ts';

interface Sleeper {
  readonly at: number;
  readonly ms: number;
  readonly wake: () => void;
}

/** A clock whose sleepers wake when the test says so. */
export function heldClock() {
  let [now, steady] = [Date.UTC(2026, 2, 2), 0];
  const sleepers = new Set<Sleeper>();
  const clock: Clock & {
    readonly advance: (ms: number) => void;
    /** Sets the wall clock, as a person or a server does; sleeps keep their length. */
    readonly set: (to: number) => void;
    /** Returns how many sleep now; with `ms`, how many of them for that long. */
    readonly asleep: (ms?: number) => number;
  } = {
    now: () => now,
    monotonicMs: () => steady,
    asleep: (ms) => [...sleepers].filter((each) => ms === undefined || each.ms === ms).length,
    advance: (ms) => {
      now += ms;
      steady += ms;
      for (const sleeper of sleepers) if (sleeper.at <= steady) sleeper.wake();
    },
    set: (to) => {
      now = to;
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          sleepers.delete(sleeper);
          resolve();
        };
        const sleeper = { at: steady + ms, ms, wake };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', wake, { once: true });
      }),
  };
  return clock;
}
