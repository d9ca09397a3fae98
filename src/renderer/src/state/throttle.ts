/** A throttled function and a way to stop it. */
export interface Throttled {
  readonly run: () => void;
  readonly stop: () => void;
}

/**
 * Throttles a function: runs it at once, then at most once a pause.
 *
 * `pause` is in milliseconds, or a function that returns the pause of the moment.
 */
export function throttle(act: () => void, pause: number | (() => number)): Throttled {
  // Monotonic clock: a wall clock set back by an hour would delay the call by an hour.
  let last = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    if (timer !== undefined) return;
    const most = typeof pause === 'number' ? pause : pause();
    const wait = Math.max(last + most - performance.now(), 0);
    timer = setTimeout(() => {
      timer = undefined;
      last = performance.now();
      act();
    }, wait);
  };
  return { run, stop: () => clearTimeout(timer) };
}
