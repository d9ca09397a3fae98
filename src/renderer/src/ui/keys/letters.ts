import type { Press } from '../../state/shortcuts.ts';

/** A letter typed with Alt or AltGr that no shortcut uses. */
const ALT_LETTER = /^(?![a-z])[\p{Lu}\p{Ll}]$/iu;

/**
 * Returns whether a letter is typed with Alt or AltGr.
 *
 * Some systems report AltGr as Ctrl and Alt, for example for ł and ó.
 */
export function isAltLetter({ key, altKey }: Pick<Press, 'key' | 'altKey'>): boolean {
  return altKey && ALT_LETTER.test(key);
}

/** Returns whether a key press types a character and is no command. */
export function isTyped(press: Pick<Press, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey) return isAltLetter(press);
  return Array.from(key).length === 1;
}
