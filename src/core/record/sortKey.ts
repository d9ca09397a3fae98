import { normalizeForSearch, remembered, replaceForeign } from '#contract/normalizeForSearch.ts';

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
  return replaceForeign(text.toLowerCase(), sortRun).replace(
    LONG_NUMBER,
    (digits) => LONGER.repeat(digits.length - 1) + digits,
  );
}

/** Returns SQL that removes the marks of `sortKey`, which leaves the text of `normalizeForSearch`. */
export function withoutSortMarks(key: string): string {
  return `replace(replace(${key}, '~', ''), '${LONGER}', '')`;
}

const sortRun = remembered((run) =>
  normalizeForSearch(run.replace(POLISH_AND_CROATIAN, (letter) => ORDER[letter] ?? letter)),
);
