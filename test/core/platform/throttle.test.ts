import { describe, expect, it } from 'vitest';
import { Throttle } from '#core/platform/throttle.ts';
import { testClock } from '../../support/platform.ts';

const HOUR = 3_600_000;

/** A throttle of 100 ms; `runs` holds the monotonic time of each run. */
function begin() {
  const clock = testClock();
  const runs: number[] = [];
  const sleeps: number[] = [];
  const throttle = new Throttle({
    clock: {
      ...clock,
      sleep: (ms) => {
        sleeps.push(ms);
        return clock.sleep(ms);
      },
    },
    every: 100,
    act: () => runs.push(clock.monotonicMs()),
    failed: (error) => {
      throw error;
    },
  });
  return { clock, throttle, runs, sleeps };
}

describe('throttle', () => {
  it.each([
    ['ahead', HOUR],
    ['back', -HOUR],
  ])('keeps its interval although the wall clock is set %s', async (_way, by) => {
    const { clock, throttle, runs, sleeps } = begin();
    throttle.note();
    clock.advance(40);
    clock.set(clock.now() + by);
    throttle.note();
    expect(runs).toEqual([0]);
    expect(sleeps).toEqual([60]);
    await new Promise((go) => setImmediate(go));
    await new Promise((go) => setImmediate(go));
    expect(runs).toEqual([0, 100]);
  });
});
