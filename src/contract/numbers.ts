import { expecting } from './expectations/expected.ts';
import type { Expected } from './expectations/expected.ts';
import { parseDecimal } from './decimal.ts';
import { visibleText } from './visibleText.ts';
import type { Field } from './resources/field.ts';

/** The decimal mark. */
export type Mark = ',' | '.';

/** A parsed number, or the expected form. */
export type ReadNumber = { readonly decimal: string } | { readonly fault: Expected };

const THREE_BEHIND = {
  ',': /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/,
  '.': /^[+-]?[1-9]\d{0,2}(?:,\d{3})+$/,
} as const;
/** Thousands with one mark and the fraction with the other: `1.234,50`. */
const BOTH = {
  ',': /^[+-]?\d{1,3}(?:\.\d{3})+,\d+$/,
  '.': /^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/,
} as const;
/** Several groups of three are always thousands: `1.234.567`. */
const GROUPS = /^[+-]?[1-9]\d{0,2}(?:(?:\.\d{3}){2,}|(?:,\d{3}){2,})$/;
/** Indian grouping: `1,23,456.50`. */
const LAKHS = /^[+-]?\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/;
const MINUS = /^[\u2212\u2013\ufe63\uff0d]/;
/** Swiss grouping: `1'234.50`. */
const APOSTROPHES = /^[+-]?\d{1,3}(?:['’ʼ]\d{3})+(?:[.,]\d+)?$/;
const MONEY = /^(?:zł|pln)\.?$/i;
const LENGTH = /^mm\.?$/i;
const WITH_UNIT = /^([+-]?\d(?:[\d .,'’ʼ]*\d)?) ?(\p{L}[\p{L}.]*|\p{Sc})$/u;

/** No amount has more digits. */
const LONGEST = 300;

/**
 * Returns a typed number with plain characters.
 *
 * Invisible characters and grouping by spaces or apostrophes are removed.
 */
function joined(text: string): string {
  if (text.length > LONGEST) return '';
  const plain = visibleText(text)
    .replace(MINUS, '-')
    .replace(/^([+-]) /, '$1');
  return APOSTROPHES.test(plain) ? plain.replaceAll(/['’ʼ]/g, '') : plain;
}

/**
 * Returns a text without its field's unit; other units stay.
 *
 * Examples are `12 mm` for a size and `9,60 zł` for a price.
 */
function withoutUnit(text: string, unit: Field['unit']): string {
  const plain = joined(text);
  const [, number = '', word = ''] = WITH_UNIT.exec(plain) ?? [];
  const isOwn = unit === 'money' ? MONEY.test(word) : unit === 'mm' && LENGTH.test(word);
  return isOwn ? joined(number) : plain;
}

/**
 * Returns why a text with digits is no number, or null.
 *
 * It has a percent sign, a currency or a unit.
 */
function numberless(text: string): Expected | null {
  if (!/\d/.test(text)) return null;
  if (/%/.test(text)) return expecting('noPercent');
  // The letter of an exponent stands alone.
  if (/\p{Sc}|\p{L}{2,}/u.test(text)) return expecting('noUnit');
  return null;
}

/**
 * Parses a number of a sheet with a known decimal mark.
 *
 * The other mark before exactly three digits could group thousands. Such a number is a fault, not a
 * guess.
 */
export function readNumber(text: string, mark: Mark, unit?: Field['unit']): ReadNumber {
  const bare = withoutUnit(text, unit);
  const told = numberless(bare);
  if (told !== null) return { fault: told };
  if (THREE_BEHIND[mark].test(bare)) return { fault: expecting('thousands') };
  const plain = BOTH[mark].test(bare) ? bare.replaceAll(mark === ',' ? '.' : ',', '') : bare;
  const decimal = parseDecimal(plain) ?? parseDecimal(plainExponent(plain));
  return decimal === null ? { fault: expecting('number') } : { decimal };
}

/**
 * Parses a number typed in a language with this decimal mark.
 *
 * Examples are `1,234.50` in English and `1.234,50` in Polish. Unambiguous numbers are accepted in
 * both languages; `1,234` in English is a fault.
 */
export function readTyped(text: string, mark: Mark, unit?: Field['unit']): ReadNumber {
  const bare = withoutUnit(text, unit);
  const other = mark === ',' ? '.' : ',';
  if (BOTH[other].test(bare)) return readNumber(text, other, unit);
  if (GROUPS.test(bare)) return { decimal: bare.replace('+', '').replaceAll(/[.,]/g, '') };
  if (LAKHS.test(bare)) return { decimal: bare.replace('+', '').replaceAll(',', '') };
  const two = twoReadings(text, mark, unit);
  if (two !== null) return { fault: expecting('twoNumbers', { first: two[0], second: two[1] }) };
  return readNumber(text, mark, unit);
}

/** Returns whether a field holds a number. */
export function isNumeric({ type }: Pick<Field, 'type'>): boolean {
  return type === 'decimal' || type === 'number';
}

/**
 * Normalises a text for its field.
 *
 * A code loses invisible characters, and a size loses its `mm`. A size in another unit is a fault.
 */
export function readText(
  { code, unit }: Pick<Field, 'code' | 'unit'>,
  text: string,
  mark: Mark,
): { readonly text: string } | { readonly fault: Expected } {
  if (code === true) return { text: visibleText(text) };
  if (unit === undefined || !WITH_UNIT.test(joined(text))) return { text };
  const bare = withoutUnit(text, unit);
  const told = numberless(bare);
  if (told !== null) return { fault: told };
  return WITH_UNIT.test(bare) ? { text } : { text: bare.replace(mark, '.') };
}

/**
 * Returns the two possible numbers of a text such as `1,234`.
 *
 * Returns null for an unambiguous text.
 */
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
 * Returns an ambiguous number in the form that a draft stores.
 *
 * `1.234` of a Polish window becomes `1,234`, which is ambiguous in every language. Other texts
 * stay.
 */
export function keptDoubt(text: string, mark: Mark, unit?: Field['unit']): string {
  return mark === ',' && twoReadings(text, mark, unit) !== null ? text.replace('.', ',') : text;
}

/** Returns an ambiguous number of `keptDoubt` in the form of this language. */
export function shownDoubt(text: string, mark: Mark, unit?: Field['unit']): string {
  return mark === ',' && twoReadings(text, '.', unit) !== null ? text.replace(',', '.') : text;
}

const EXPONENT = /^([+-]?)(\d+)(?:[.,](\d+))?e([+-]?\d{1,2})$/i;

/**
 * Returns `1.5E3` as `1500`.
 *
 * Some spreadsheets save a number that is too wide for its cell in this form.
 */
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
