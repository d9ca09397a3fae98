import { visibleText } from '#contract/visibleText.ts';

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
  return text.toLowerCase().replace(FOREIGN, foldRun);
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

const POLISH_AND_CROATIAN = /[ąćęłńóśźżčđšž]/g;
const ORDER: Readonly<Record<string, string>> = {
  ą: 'a~',
  ć: 'c~~',
  č: 'c~',
  đ: 'd~',
  ę: 'e~',
  ł: 'l~',
  ń: 'n~',
  ó: 'o~',
  ś: 's~',
  š: 's~~',
  ź: 'z~',
  ż: 'z~~',
  ž: 'z~~~',
};

/**
 * Whole numbers of two digits and more. A run with a leading zero is part of a code and stays as it
 * is.
 */
const LONG_NUMBER = /(?<!\d)[1-9]\d+/g;
/** Sorts after every digit and before every letter, and occurs in no key otherwise. */
const LONGER = 'A';

/**
 * Returns a key whose plain byte order is the order of a list.
 *
 * Case does not count; `ł` comes after `l` and before `m`; numbers inside a text sort by size, so
 * that `Zawias 2` comes before `Zawias 10`.
 */
export function sortKey(text: string): string {
  return text
    .toLowerCase()
    .replace(FOREIGN, sortRun)
    .replace(LONG_NUMBER, (digits) => LONGER.repeat(digits.length - 1) + digits);
}

/** Returns SQL that removes the marks of `sortKey`, which leaves the text of `fold`. */
export function withoutSortMarks(key: string): string {
  return `replace(replace(${key}, '~', ''), '${LONGER}', '')`;
}

const sortRun = remembered((run) =>
  normalizeForSearch(run.replace(POLISH_AND_CROATIAN, (letter) => ORDER[letter] ?? letter)),
);
