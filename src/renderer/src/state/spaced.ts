/** What is asked for often and done once in a while. */
export interface Spaced {
  readonly run: () => void;
  readonly stop: () => void;
}

/**
 * Does something at once, and what is asked for right behind it together, `pause` milliseconds after; a function tells
 * the pause as it is by then.
 */
export function throttle(act: () => void, pause: number | (() => number)): Spaced {
  // Not by the clock on the wall: set back by an hour it would be waited for that long.
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
