import { useEffect } from 'react';
import { isTyping } from '../../../ui/keys/useHotkeys.ts';

/** J and ↓ go to the next decision, K and ↑ to the one before; not while something is typed or chosen. */
export function useDecisionKeys(move: (step: number) => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = stepOf(event);
      if (step === 0 || isElsewhere(event)) return;
      event.preventDefault();
      move(step);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [move]);
}

function stepOf({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): number {
  if (ctrlKey || metaKey || altKey) return 0;
  if (key === 'j' || key === 'J' || key === 'ArrowDown') return 1;
  return key === 'k' || key === 'K' || key === 'ArrowUp' ? -1 : 0;
}

function isElsewhere({ target, key, defaultPrevented, isComposing }: KeyboardEvent): boolean {
  if (defaultPrevented || isComposing || isTyping(target)) return true;
  // What is pressed in a menu is the menu's; under a dialog the focus may be nowhere for a moment.
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // Arrows move between the options of a choice, and scroll what can be scrolled.
  const arrow = key.startsWith('Arrow');
  return arrow && (target instanceof HTMLInputElement || target.matches('.needs-card, pre'));
}
