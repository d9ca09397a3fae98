import { useEffect, useEffectEvent } from 'react';

/**
 * Does what is left to do when a component goes: whom a key leads to another screen, or who closes the window, does
 * not leave its field before, and no blur is told.
 */
export function useLeaving(work: () => void): void {
  const leave = useEffectEvent(work);
  useEffect(() => {
    const now = () => leave();
    window.addEventListener('pagehide', now);
    return () => {
      window.removeEventListener('pagehide', now);
      now();
    };
  }, []);
}
