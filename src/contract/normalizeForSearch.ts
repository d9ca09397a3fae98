import { visibleText } from './visibleText.ts';

// Letters without a Unicode decomposition, so that `lozko` finds `łóżko`.
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l',
  đ: 'd',
  ø: 'o',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
};
const MARKS = /\p{M}+/gu;
const SPECIAL = /[łđøßæœ]/g;
/**
 * Matches everything beyond ASCII by code units: a test for a property of each letter takes ten
 * times as long.
 */
const FOREIGN = /[\u0080-\uffff]+/g;

/** Returns text for searches, without case and diacritics. */
export function normalizeForSearch(text: string): string {
  return replaceForeign(text.toLowerCase(), foldRun);
}

/** Replaces each run of characters beyond ASCII. */
export function replaceForeign(text: string, replace: (run: string) => string): string {
  return text.replace(FOREIGN, replace);
}

/** Returns the normalized terms of a search; empty if there are none. */
export function termsOf(search: string): readonly string[] {
  return normalizeForSearch(visibleText(search))
    .split(/\s+/)
    .filter((term) => term !== '');
}

/** A catalogue uses few different letters, so each run of them is decomposed once. */
const foldRun = remembered((run) =>
  run
    .normalize('NFKD')
    .replace(MARKS, '')
    // A compatible form may be a capital: `™` is `TM`.
    .toLowerCase()
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter),
);

const MOST_RUNS = 4_000;

/** Returns a function that caches its results for the last few thousand texts. */
export function remembered(work: (run: string) => string): (run: string) => string {
  const known = new Map<string, string>();
  return (run) => {
    const found = known.get(run);
    if (found !== undefined) return found;
    const made = work(run);
    if (known.size >= MOST_RUNS) known.clear();
    known.set(run, made);
    return made;
  };
}
