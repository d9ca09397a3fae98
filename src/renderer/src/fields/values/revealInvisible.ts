import { isReadable } from '../../ui/readable.ts';
import type { Shown } from './plain.ts';

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;
const UNSEEN = /^ +| +$| {2,}|[^\S ]|\p{Cc}|\p{Default_Ignorable_Code_Point}/gu;
const SIGNS: Readonly<Record<string, string>> = { ' ': '␣', '\t': '⇥', '\n': '↵', '\r': '␍' };

/**
 * Two sides of a change as they are shown. Where they would look alike, a blank at the end or a sign of no width is
 * what makes them two: then these are made visible, as in a text that holds nothing else.
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
  // A letter and its mark look like the one letter that is both.
  return signs.normalize('NFC') === signs ? signs : signs.replaceAll(/\p{M}/gu, '◌$&');
}

function signOf(letter: string): string {
  const code = (letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return SIGNS[letter] ?? `⟨U+${code}⟩`;
}
