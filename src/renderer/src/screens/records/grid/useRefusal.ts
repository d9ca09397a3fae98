import { useEffect, useState } from 'react';
import type { Refusal } from './edit.ts';

const REFUSAL_STAYS = 5_000;
const MODIFIERS: ReadonlySet<string> = new Set(['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']);

/** The cell that was just refused; over with the next key, press or move of the focus, or after a while. */
export function useRefusal() {
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (refusal === null) return undefined;
    const over = (event: Event) => {
      if (!(event instanceof KeyboardEvent && MODIFIERS.has(event.key))) setRefusal(null);
    };
    const timer = setTimeout(() => setRefusal(null), REFUSAL_STAYS);
    // On the way down: nothing that answers the event first can keep it from here.
    const events = ['keydown', 'pointerdown', 'focusin'] as const;
    for (const each of events) window.addEventListener(each, over, true);
    return () => {
      clearTimeout(timer);
      for (const each of events) window.removeEventListener(each, over, true);
    };
  }, [refusal]);
  return [refusal, setRefusal] as const;
}
