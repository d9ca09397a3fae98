import { whenStill } from '../../state/motion.ts';

/** Returns a function that runs `act` once for all calls within a time. */
export function gathered(milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, milliseconds);
  };
}

/** Returns a function that runs `act` once when no list scrolls. */
export function onceStill(act: () => void): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    whenStill(() => {
      waits = false;
      act();
    });
  };
}
