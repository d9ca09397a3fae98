import { useEffect, useEffectEvent, useRef } from 'react';

/** Handling of Enter in a search field. */
interface Enter {
  /** Picks the current row; while an answer is loading, waits for it first. */
  readonly press: () => void;
  /** Cancels a waiting Enter after other input. */
  readonly forget: () => void;
}

/** Delays Enter until the answer arrives: fast typists and barcode scanners press it earlier. */
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
