import { useEffect, useEffectEvent, useRef } from 'react';

/** Enter in a field under which answers come. */
interface Enter {
  /** Takes what is in sight; while the answer to the last letter is still on its way, what that brings. */
  readonly press: () => void;
  /** Takes back an Enter that still waits: something else was typed or chosen. */
  readonly forget: () => void;
}

/** Whoever types fast, or reads a code with a scanner, presses Enter before the answer is there. */
export function useEnter(loading: boolean, take: () => void): Enter {
  const waits = useRef(false);
  const now = useEffectEvent(take);
  useEffect(() => {
    if (loading || !waits.current) return;
    waits.current = false;
    now();
  }, [loading]);
  return {
    press: () => {
      waits.current = loading;
      if (!loading) take();
    },
    forget: () => {
      waits.current = false;
    },
  };
}
