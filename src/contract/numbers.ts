import { parseDecimal } from './decimal.ts';
import { visibleText } from './visibleText.ts';
import type { Field } from './resources/field.ts';

/** The mark before the fraction. */
export type Mark = ',' | '.';

/** A number that was read, or what was expected instead. */
export type ReadNumber = { readonly decimal: string } | { readonly fault: string };

export const NUMBER_EXPECTED = 'a number such as 12.50';
const THREE_BEHIND = {
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/,
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/,
} as const;
/** Thousands separated by the one mark and the fraction by the other: `1.234,50`. */
const BOTH = {
  ',': /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/,
  '.': /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/,
} as const;
/** Several groups of three can only be thousands: `1.234.567`. */
const GROUPS = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
/** As in India: `1,23,456.50`. */
const LAKHS = /^[+-]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const MINUS = /^[\u2212\u2013\ufe63\uff0d]/;
/** As in Switzerland: `1'234.50`. */
const APOSTROPHES = /^[+-]?\d{1,3}(?:['’ʼ]\d{3})+(?:[.,]\d+)?$/;
const MONEY = /^(?:zł|pln)\.?$/i;
const LENGTH = /^mm\.?$/i;
const WITH_UNIT = /^([+-]?\d(?:[\d .,'’ʼ]*\d)?) ?(\p{L}[\p{L}.]*|\p{Sc})$/u;

/** No amount has more digits. */
const LONGEST = 300;

/** Returns a number as a person typed it with plain signs: no invisible characters, no grouping by spaces or apostrophes. */
function joined(text: string): string {
  if (text.length > LONGEST) return '';
  const plain = visibleText(text)
    .replace(MINUS, '-')
    .replace(/^([+-]) /, '$1');
  return APOSTROPHES.test(plain) ? plain.replaceAll(/['’ʼ]/g, '') : plain;
}

/** The text without the unit of its field: `12 mm` for a size, `9,60 zł` for a price. Any other unit stays. */
function withoutUnit(text: string, unit: Field['unit']): string {
  const plain = joined(text);
  const [, number = '', word = ''] = WITH_UNIT.exec(plain) ?? [];
  const isOwn = unit === 'money' ? MONEY.test(word) : unit === 'mm' && LENGTH.test(word);
  return isOwn ? joined(number) : plain;
}

/** Returns why a text is no number though it holds one: a percentage, a currency or unit; null when it may be one. */
function numberless(text: string): string | null {
  if (!/\d/.test(text)) return null;
  if (/%/.test(text)) return `${NUMBER_EXPECTED}, without %`;
  if (/\p{Sc}|\p{L}{2,}/u.test(text.replace(/^[+-]?\d[\d.,]*e[+-]?\d+$/i, '')))
    return `${NUMBER_EXPECTED}, without a currency or unit`;
  return null;
}

/**
 * Reads a number of a sheet whose fractions begin with a mark. Where the other mark stands before exactly three digits
 * it could separate thousands: that is asked, not guessed.
 */
export function readNumber(text: string, mark: Mark, unit?: Field['unit']): ReadNumber {
  const bare = withoutUnit(text, unit);
  const told = numberless(bare);
  if (told !== null) return { fault: told };
  if (THREE_BEHIND[mark].test(bare))
    return {
      fault: `${NUMBER_EXPECTED}: here ${mark === ',' ? 'a dot' : 'a comma'} could part thousands`,
    };
  const plain = BOTH[mark].test(bare) ? bare.replaceAll(mark === ',' ? '.' : ',', '') : bare;
  const decimal = parseDecimal(plain) ?? parseDecimal(plainExponent(plain));
  return decimal === null ? { fault: NUMBER_EXPECTED } : { decimal };
}

/**
 * Reads a number that a person typed in a language with this mark: `1,234.50` in English, `1.234,50` in Polish.
 * What can be read in one way only is taken in either language; `1,234` in English is asked.
 */
export function readTyped(text: string, mark: Mark, unit?: Field['unit']): ReadNumber {
  const bare = withoutUnit(text, unit);
  const other = mark === ',' ? '.' : ',';
  if (BOTH[other].test(bare)) return readNumber(text, other, unit);
  if (GROUPS.test(bare)) return { decimal: bare.replace('+', '').replaceAll(/[.,]/g, '') };
  if (LAKHS.test(bare)) return { decimal: bare.replace('+', '').replaceAll(',', '') };
  const two = twoReadings(text, mark, unit);
  if (two !== null) return { fault: `${two[0]} or ${two[1]}: it can be read as either` };
  return readNumber(text, mark, unit);
}

/** Tells whether a field holds a number. */
export function isNumeric({ type }: Pick<Field, 'type'>): boolean {
  return type === 'decimal' || type === 'number';
}

/**
 * Reads a text as a field takes it: a code without what nobody sees in it, a size without its `mm`. A size in another
 * unit is refused.
 */
export function readText(
  { code, unit }: Pick<Field, 'code' | 'unit'>,
  text: string,
  mark: Mark,
): { readonly text: string } | { readonly fault: string } {
  if (code === true) return { text: visibleText(text) };
  if (unit === undefined || !WITH_UNIT.test(joined(text))) return { text };
  const bare = withoutUnit(text, unit);
  const told = numberless(bare);
  if (told !== null) return { fault: told };
  return WITH_UNIT.test(bare) ? { text } : { text: bare.replace(mark, '.') };
}

/** The two numbers that a text such as `1,234` may mean, written without doubt; null for any other text. */
export function twoReadings(
  text: string,
  mark: Mark,
  unit?: Field['unit'],
): readonly [string, string] | null {
  const plain = withoutUnit(text, unit);
  if (!THREE_BEHIND[mark].test(plain)) return null;
  const other = mark === ',' ? '.' : ',';
  return [plain.replaceAll(other, ''), plain.replace(other, mark)];
}

/**
 * Returns a text that may be two numbers as a plan keeps it: `1.234` of a Polish window as `1,234`, which is asked
 * about in any language. Any other text stays.
 */
export function keptDoubt(text: string, mark: Mark, unit?: Field['unit']): string {
  return mark === ',' && twoReadings(text, mark, unit) !== null ? text.replace('.', ',') : text;
}

/** Returns a text that `keptDoubt` keeps as a language with this mark asks about it. */
export function shownDoubt(text: string, mark: Mark, unit?: Field['unit']): string {
  return mark === ',' && twoReadings(text, '.', unit) !== null ? text.replace(',', '.') : text;
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
