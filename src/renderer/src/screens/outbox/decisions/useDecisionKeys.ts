import { useEffect } from 'react';
import { isTyping } from '../../../ui/keys/useHotkeys.ts';

/** Moves between decisions with J, K and the arrow keys, unless the user is typing or choosing. */
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
  // A menu handles its own keys; under a dialog the focus may be lost for a moment.
  if (document.querySelector('[role="dialog"], [role="menu"]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  // Arrow keys move between radio buttons, and scroll scrollable elements.
  const arrow = key.startsWith('Arrow');
  return arrow && (target instanceof HTMLInputElement || target.matches('.needs-card, pre'));
}
