import { visibleText } from '#contract/visibleText.ts';
import type { Mark } from '#contract/numbers.ts';

/** A unit or currency after an amount. */
const UNIT = / ?(?:\p{L}[\p{L}.]{0,9}|\p{Sc})$/u;
/** Only digits in groups, separated by spaces or marks. */
const NUMBER = /^[+-]?\d[\d ]*(?:[.,]\d+)*$/;

/** Finds the decimal mark of a numeric column from its texts. */
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

  /** The mark of most unambiguous numbers; null when they do not decide. */
  get found(): Mark | null {
    if (this.#commas === this.#dots) return null;
    return this.#commas > this.#dots ? ',' : '.';
  }

  /** The first ambiguous number, such as `1,234`; null when there is none. */
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
  // A repeated mark can only group thousands. A different mark before the last one groups thousands
  // too.
  if (marks.length > 1) {
    if (marks.split(last).length === 2) return last;
    return marks.includes(other) || parts.slice(1).some(({ length }) => length !== 3)
      ? null
      : other;
  }
  const [whole = '', fraction = ''] = parts;
  return fraction.length === 3 && /^[+-]?[1-9]\d{0,2}$/.test(whole) ? 'either' : last;
}
