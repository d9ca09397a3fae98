import { parseDecimal } from './decimal.ts';
import { isObject, own } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import type { Field, FieldType } from './resources/field.ts';
import { NO_LABELS, statusLabel } from './statusLabels.ts';
import type { StatusLabels } from './statusLabels.ts';

/** How values are written for people: the language, and the currency and labels of the profile. */
export interface ValueStyle {
  /** The locale of numbers, such as `pl-PL`. */
  readonly locale: string;
  readonly yes: string;
  readonly no: string;
  /** The currency of prices, such as `PLN`; empty for none. */
  readonly currency: string;
  /** The labels of numeric codes. */
  readonly labels: StatusLabels;
}

/** The style of English texts, as in the terminal, without currency and labels. */
export const PLAIN_ENGLISH: ValueStyle = {
  locale: 'en-GB',
  yes: 'yes',
  no: 'no',
  currency: '',
  labels: NO_LABELS,
};

const made = new Map<string, Intl.NumberFormat>();

/** Returns a number format; creating one costs more than a whole grid row, so each is cached. */
export function numberFormat(
  locale: string,
  name: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const key = `${locale} ${name}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...options });
  made.set(key, format);
  return format;
}

/**
 * Writes a decimal with the digits given: `12.50` becomes `12,50` in Polish.
 *
 * A value that is no decimal is returned unchanged.
 */
export function decimalText(locale: string, value: string | number, least = 0): string {
  return withDigits(locale, value, least, '');
}

/** Writes a price with all digits given, at least those of its currency: `12,50 zł`. */
export function priceText(
  { locale, currency }: Pick<ValueStyle, 'locale' | 'currency'>,
  value: string | number,
): string {
  return withDigits(locale, value, currency === '' ? 2 : minorDigits(locale, currency), currency);
}

function minorDigits(locale: string, currency: string): number {
  const format = numberFormat(locale, `money ${currency}`, { style: 'currency', currency });
  return format.resolvedOptions().minimumFractionDigits ?? 2;
}

function withDigits(
  locale: string,
  value: string | number,
  least: number,
  currency: string,
): string {
  const decimal = parseDecimal(String(value));
  if (decimal === null) return String(value);
  const digits = Math.min(Math.max(decimal.split('.')[1]?.length ?? 0, least), 20);
  const format = numberFormat(locale, `decimal ${digits} ${currency}`, {
    ...(currency === '' ? {} : { style: 'currency', currency }),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // Passed as text: a number would lose digits.
  return format.format(decimal as `${number}`);
}

/** Writes a length with its unit: `18 mm`; a text that is no number is returned unchanged. */
export function lengthText(locale: string, value: string | number): string {
  const isNumber = parseDecimal(String(value)) !== null;
  return isNumber ? `${decimalText(locale, value)}\u00a0mm` : String(value);
}

/** The sides of a size in their order: width, height, depth. */
const SIDES = ['x', 'y', 'z'];

/** Returns whether a field is a size: a group of three sides in millimetres. */
function isSize({ parts }: Field): boolean {
  return (
    parts !== undefined &&
    Object.keys(parts).join() === SIDES.join() &&
    Object.values(parts).every(({ unit }) => unit === 'mm')
  );
}

/**
 * Writes a size as width × height × depth: `500 × 16 × 20 mm`.
 *
 * A missing side is a dash. Returns null if no side is given, or one is no text and no number.
 */
export function sizeText(locale: string, size: JsonObject): string | null {
  const sides = SIDES.map((side) => own(size, side) ?? '');
  const texts = sides.flatMap((side) => (isScalar(side) ? [decimalText(locale, side)] : []));
  if (texts.length < SIDES.length || texts.every((text) => text === '')) return null;
  return `${texts.map((text) => text || '–').join(' × ')}\u00a0mm`;
}

/**
 * Returns a value as a person reads it, for types whose form depends on language or profile.
 *
 * Returns null for other types and for values that do not fit their field. The server, machine
 * documents and sheets never get this form.
 */
export function valueText(field: Field, value: Json, style: ValueStyle): string | null {
  return TEXTS[field.type]?.(field, value, style) ?? null;
}

type Write = (field: Field, value: Json, style: ValueStyle) => string | null;

const TEXTS: Partial<Record<FieldType, Write>> = {
  decimal: ({ unit }, value, style) =>
    isScalar(value)
      ? priceText(unit === 'money' ? style : { ...style, currency: '' }, value)
      : null,
  number: ({ unit }, value, { locale }) => {
    if (!isScalar(value)) return null;
    return unit === 'mm' ? lengthText(locale, value) : decimalText(locale, value);
  },
  flag: (_field, value, style) => flagText(value, style),
  text: ({ coded, booleanText, unit }, value, style) => {
    if (booleanText === true) return flagText(value, style);
    if (!isScalar(value) || value === '') return null;
    if (coded === true) return statusLabel(style.labels, value);
    return unit === 'mm' ? lengthText(style.locale, value) : null;
  },
  group: (field, value, { locale }) =>
    isSize(field) && isObject(value) ? sizeText(locale, value) : null,
};

function isScalar(value: Json): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

// A value that is neither true nor false, such as 1, is not shown as "no".
function flagText(value: Json, { yes, no }: ValueStyle): string | null {
  if (value === true || value === 'true') return yes;
  return value === false || value === 'false' ? no : null;
}
