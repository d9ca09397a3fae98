import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

type Keys = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** Keys that change or read the text of an input, and do nothing else. */
const IN_TEXT = new Set(['Backspace', 'Delete', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Shift']);

/** Returns whether a key starts an action outside of the text of an input. */
export function isAction({ key, ctrlKey, altKey, metaKey }: Keys): boolean {
  if (ctrlKey || altKey || metaKey) return true;
  return key.length > 1 && !IN_TEXT.has(key);
}

/** Returns whether a key saves the form. */
export function isSave({ key, ctrlKey, metaKey }: Keys): boolean {
  return (ctrlKey || metaKey) && key.toLowerCase() === 's';
}

interface Commit {
  /** True while the input has text that is not written yet. */
  readonly isPending: boolean;
  readonly commit: () => void;
  /** The keys before which the text is written. */
  readonly before: (event: Keys) => boolean;
}

/**
 * Writes the text of an input before another action uses the field, and when the input goes.
 *
 * The action then reads the field with this text.
 */
export function useCommit({ isPending, commit, before }: Commit): void {
  const now = useEffectEvent(() => {
    if (isPending) commit();
  });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (before(event)) flushSync(() => now());
  });
  useEffect(() => () => now(), []);
  useEffect(() => {
    if (!isPending) return undefined;
    const atOnce = () => flushSync(() => now());
    const key = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', key, true);
    window.addEventListener('pagehide', atOnce);
    return () => {
      window.removeEventListener('keydown', key, true);
      window.removeEventListener('pagehide', atOnce);
    };
  }, [isPending]);
}
