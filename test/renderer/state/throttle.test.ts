import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { throttle } from '../../../src/renderer/src/state/throttle.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

it('does the first at once, and what comes right behind it together', () => {
  const act = vi.fn<() => void>();
  const { run } = throttle(act, 150);
  run();
  vi.advanceTimersByTime(0);
  expect(act).toHaveBeenCalledTimes(1);
  run();
  run();
  vi.advanceTimersByTime(149);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(act).toHaveBeenCalledTimes(2);
});

it('does not wait for a clock that was set back', () => {
  const act = vi.fn<() => void>();
  const { run } = throttle(act, 150);
  run();
  vi.advanceTimersByTime(0);
  vi.setSystemTime(Date.now() - 60 * 60 * 1000);
  run();
  vi.advanceTimersByTime(150);
  expect(act).toHaveBeenCalledTimes(2);
});
