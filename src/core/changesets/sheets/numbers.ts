import { visibleText } from '#contract/visibleText.ts';
import type { Mark } from '#contract/numbers.ts';

/** A unit or currency behind an amount. */
const UNIT = / ?(?:\p{L}[\p{L}.]{0,9}|\p{Sc})$/u;
/** Digits in groups by spaces or marks, and nothing else. */
const NUMBER = /^[+-]?\d[\d ]*(?:[.,]\d+)*$/;

/** Finds the mark of a column of numbers from the texts in it. */
export class MarkFinder {
  #commas = 0;
  #dots = 0;
  #either: string | null = null;

  add(text: string): void {
    const told = markIn(text);
    if (told === ',') this.#commas += 1;
    else if (told === '.') this.#dots += 1;
    else if (told === 'either') this.#either ??= text.trim();
  }

  /** The mark that most of them use, told by those that can be read in one way only; null when none can. */
  get found(): Mark | null {
    if (this.#commas === this.#dots) return null;
    return this.#commas > this.#dots ? ',' : '.';
  }

  /** The first that could be read in two ways, such as `1,234`; null when there is none. */
  get either(): string | null {
    return this.#either;
  }
}

const LONGEST = 300;

function markIn(text: string): Mark | 'either' | null {
  if (text.length > LONGEST) return null;
  const bare = visibleText(text)
    .replace(UNIT, '')
    .replaceAll(/['’ʼ](?=\d{3})/g, '');
  if (!NUMBER.test(bare)) return null;
  const marks = bare.replaceAll(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last !== ',' && last !== '.') return null;
  const other = last === ',' ? '.' : ',';
  const parts = bare.split(/[.,]/);
  // The same mark twice can only part thousands; another one before it did.
  if (marks.length > 1) {
    if (marks.split(last).length === 2) return last;
    return marks.includes(other) || parts.slice(1).some(({ length }) => length !== 3)
      ? null
      : other;
  }
  const [whole = '', fraction = ''] = parts;
  return fraction.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole) ? 'either' : last;
}
