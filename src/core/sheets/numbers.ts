import { parseDecimal } from '#contract/decimal.ts';

/** The mark before the fraction. */
export type Mark = ',' | '.';

const EXPECTED = 'a number such as 12.50';
const SPACES = /[ \u00a0\u202f\u2009]/g;
const THREE_BEHIND = {
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/,
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/,
} as const;
/** Thousands parted by the one mark and the fraction by the other: `1.234,50`. */
const BOTH = {
  ',': /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/,
  '.': /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/,
} as const;

/** Why a text is no number though it holds one: a percentage, a currency; null when it may be one. */
export function isNumberless(text: string): string | null {
  if (!/\d/.test(text)) return null;
  if (/%/.test(text)) return `${EXPECTED}, without %`;
  if (/[\p{Sc}]|zł|[a-z]{2,}/iu.test(text.replace(/^[+-]?\d[\d.,]*e[+-]?\d+$/i, '')))
    return `${EXPECTED}, without a currency or unit`;
  return null;
}

/**
 * Reads a number as a spreadsheet of this kind writes it. Where the other mark stands before exactly
 * three digits it could part thousands: that is asked, not guessed.
 */
export function readNumber(
  text: string,
  mark: Mark,
): { readonly decimal: string } | { readonly fault: string } {
  const joined = text.replaceAll(SPACES, ' ').replace(/^([+-]) /, '$1');
  if (THREE_BEHIND[mark].test(joined))
    return {
      fault: `${EXPECTED}: here ${mark === ',' ? 'a dot' : 'a comma'} could part thousands`,
    };
  const plain = BOTH[mark].test(joined) ? joined.replaceAll(mark === ',' ? '.' : ',', '') : joined;
  const decimal = parseDecimal(plain) ?? parseDecimal(plainExponent(plain));
  return decimal === null ? { fault: EXPECTED } : { decimal };
}

const EXPONENT = /^([+-]?)(\d+)(?:[.,](\d+))?e([+-]?\d{1,2})$/i;

/** `1.5E3` as `1500`: how some spreadsheets save what was too wide for its cell. */
export function plainExponent(text: string): string {
  const [, sign = '', whole = '', fraction = '', power = ''] = EXPONENT.exec(text) ?? [];
  if (whole === '') return text;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  const padded = digits.padEnd(point, '0');
  const rest = padded.slice(point);
  return `${sign}${padded.slice(0, point)}${rest === '' ? '' : `.${rest}`}`;
}

/** Digits in groups by spaces or marks, and nothing else. */
const NUMBER = /^[+-]?\d[\d \u00a0\u202f\u2009]*(?:[.,]\d+)*$/;

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

function markIn(text: string): Mark | 'either' | null {
  const bare = text.trim();
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
