import type { Clock } from '#core/platform.ts';

/** A clock whose sleepers wake when the test says so. */
export function heldClock() {
  let now = Date.UTC(2026, 2, 2);
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  const clock: Clock & { advance: (ms: number) => void; readonly asleep: () => number } = {
    now: () => now,
    steady: () => now,
    asleep: () => sleepers.length,
    advance: (ms) => {
      now += ms;
      for (const sleeper of sleepers.filter(({ at }) => at <= now)) sleeper.wake();
    },
    sleep: (ms, signal) =>
      new Promise<void>((resolve) => {
        sleepers.push({ at: now + ms, wake: resolve });
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  return clock;
}
