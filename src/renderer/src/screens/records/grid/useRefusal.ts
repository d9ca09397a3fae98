import { useEffect, useState } from 'react';
import type { Refusal } from './edit.ts';

const REFUSAL_STAYS = 5_000;
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/** Keeps the refused cell until the next key, press or focus change, or for 5 seconds. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (refusal === null) return undefined;
    const over = (event: Event) => {
      if (!(event instanceof KeyboardEvent && MODIFIERS.has(event.key))) setRefusal(null);
    };
    const timer = setTimeout(() => setRefusal(null), REFUSAL_STAYS);
    // Listens in the capture phase, so that no other handler can stop the event first.
    const events = ['keydown', 'pointerdown', 'focusin'] as const;
    for (const each of events) window.addEventListener(each, over, true);
    return () => {
      clearTimeout(timer);
      for (const each of events) window.removeEventListener(each, over, true);
    };
  }, [refusal]);
  return [refusal, setRefusal] as const;
}
