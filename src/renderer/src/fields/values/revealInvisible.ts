import { isReadable } from '../../ui/readable.ts';
import type { Shown } from './plain.ts';

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN = /^ +| +$| {2,}|[^\S ]|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
const SIGNS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '↵', '\r': '␍' };

/**
 * Returns the two sides of a change as texts.
 *
 * If they look alike but differ, spaces and invisible characters are made visible. The same is done
 * for a text of such characters alone.
 */
export function revealInvisible<T extends Shown>(
  before: T,
  after: T,
): readonly [T | string, T | string] {
  const alike =
    before !== null && after !== null && before !== after && asSeen(before) === asSeen(after);
  const show = (text: T): T | string =>
    text !== null && (alike || isBlank(text)) ? withSigns(text) : text;
  return [show(before), show(after)];
}

function isBlank(text: string): boolean {
  return text !== '' && !isReadable(text);
}

function asSeen(text: string): string {
  return text.normalize('NFC').replaceAll(HIDDEN, '').replaceAll(/\s+/gu, ' ').trim();
}

function withSigns(text: string): string {
  const signs = text.replaceAll(UNSEEN, (found) => Array.from(found, signOf).join(''));
  // A letter with a combining mark looks like the composed letter.
  return signs.normalize('NFC') === signs ? signs : signs.replaceAll(/\p{M}/gu, '◌$&');
}

function signOf(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return SIGNS[letter] ?? `⟨U+${code}⟩`;
}
