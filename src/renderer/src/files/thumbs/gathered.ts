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

/** The same, and not while a list moves. */
export function gatheredWhenStill(milliseconds: number, act: () => void): () => void {
  let waits = false;
  return () => {
    if (waits) return;
    waits = true;
    const still = () => {
      waits = false;
      act();
    };
    setTimeout(() => whenStill(still), milliseconds);
  };
}
