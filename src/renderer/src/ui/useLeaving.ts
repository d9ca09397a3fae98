import { useEffect, useEffectEvent } from 'react';

/**
 * Runs work when a component unmounts or the page is hidden.
 *
 * A shortcut to another screen, or closing the window, sends no blur to the focused field.
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
