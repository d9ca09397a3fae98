import type { Press } from '../../state/shortcuts.ts';

/** What a keyboard writes with Alt or AltGr: a letter that no key of the window is. */
const ALT_LETTER = /^(?![a-z])[\p{Lu}\p{Ll}]$/iu;

/** Tells whether a letter is typed with Alt or AltGr, which some systems tell as Ctrl and Alt: ł and ó are typed so. */
export function isAltLetter({ key, altKey }: Pick<Press, 'key' | 'altKey'>): boolean {
  return altKey && ALT_LETTER.test(key);
}

/** Tells whether a press writes something, and is no command. */
export function isTyped(press: Pick<Press, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>): boolean {
  const { key, ctrlKey, metaKey, altKey } = press;
  if (ctrlKey || metaKey || altKey) return isAltLetter(press);
  return Array.from(key).length === 1;
}
