import { parseDecimal } from '#contract/decimal.ts';

/** The mark before the fraction. */
export type Mark = ',' | '.';

const EXPECTED = 'a number such as 12.50';
const SPACES = /[ \u00a0\u202f\u2009]/g;
const THREE_BEHIND = {
  ',': /^[+-]?\d{1,3}(?:\.\d{3})+$/,
  '.': /^[+-]?\d{1,3}(?:,\d{3})+$/,
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
  const decimal = parseDecimal(joined) ?? parseDecimal(plainExponent(joined));
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

/** The mark that these texts use, told by those that can be read in one way only; null when none can. */
export function detectMark(texts: readonly string[]): Mark | null {
  let commas = 0;
  let dots = 0;
  for (const text of texts) {
    const [, found] = /^[+-]?[\d \u00a0\u202f]*\d([.,])\d+$/.exec(text.trim()) ?? [];
    if (found === undefined || /^[+-]?\d{1,3}[.,]\d{3}$/.test(text.trim())) continue;
    if (found === ',') commas += 1;
    else dots += 1;
  }
  if (commas === dots) return null;
  return commas > dots ? ',' : '.';
}
