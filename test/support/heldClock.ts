import type { Clock } from '#core/platform/platform.ts';

/** A clock whose sleepers wake when the test says so. */
export function heldClock() {
  let [now, steady] = [Date.UTC(2026, 2, 2), 0];
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: Clock & {
    readonly advance: (ms: number) => void;
    /** Sets the wall clock, as a person or a server does; sleeps keep their length. */
    readonly set: (to: number) => void;
    readonly asleep: () => number;
  } = {
    now: () => now,
    monotonicMs: () => steady,
    asleep: () => sleepers.length,
    advance: (ms) => {
      now += ms;
      steady += ms;
      for (const sleeper of sleepers.filter(({ at }) => at <= steady)) sleeper.wake();
    },
    set: (to) => {
      now = to;
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        sleepers.push({ at: steady + ms, wake: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  return clock;
}
