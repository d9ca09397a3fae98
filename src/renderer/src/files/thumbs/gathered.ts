import { whenStill } from '../../state/motion.ts';

/** Does something once for everything that asked for it within a while. */
export function gathered(milliseconds: number, act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      act();
    }, milliseconds);
  };
}

/** Does something once, when no list moves, for everything that asked for it until then. */
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
