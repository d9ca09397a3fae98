import { parseDecimal } from '#contract/decimal.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Mark } from '#contract/numbers.ts';
import { isNumeric, plainExponent } from '#contract/numbers.ts';
import { guard, guardFormula } from './guard.ts';

/**
 * Returns a value as the text of a cell.
 *
 * Decimals get the given mark, files stand one per line, nested values become JSON.
 */
export function cellText(field: Field, value: Json | null, mark: Mark): string {
  if (value === null) return '';
  if (isNumeric(field)) return numberText(value, mark);
  if (field.type === 'files' && Array.isArray(value)) return filesText(value);
  return plainText(value);
}

/** Returns text as it is, and other values as JSON. */
export function plainText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function numberText(value: Json, mark: Mark): string {
  const decimal = decimalOf(value);
  return decimal === null ? plainText(value) : decimal.replace('.', mark);
}

/** Returns the canonical decimal of a value, or null when it is none. */
export function decimalOf(value: Json): string | null {
  if (typeof value === 'object' || typeof value === 'boolean') return null;
  return parseDecimal(plainExponent(String(value)));
}

const NEEDS_JSON = /[\r\n|]|^\s*\[|^\s|\s$|^$/;

function filesText(files: readonly Json[]): string {
  const isPlain = files.every((each) => typeof each === 'string' && !NEEDS_JSON.test(each));
  if (!isPlain) return JSON.stringify(files);
  return files.map(plainText).join('\n');
}

/**
 * Returns the text of a CSV cell.
 *
 * Text that a spreadsheet would run as a formula or convert is guarded by an apostrophe.
 */
export function csvText(field: Field | null, text: string): string {
  if (field === null) return guardFormula(text);
  const isNumber = isNumeric(field) && /^-?\d+(?:[.,]\d+)?$/.test(text);
  const isPlain = isNumber || (field.type === 'flag' && /^(?:true|false)$/.test(text));
  const isDay = field.type === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text);
  return isPlain || isDay ? text : guard(text);
}

const NEEDS_QUOTES = /["\r\n]|^\s|\s$/;

/** Returns one line of a CSV file with its line end. */
export function csvLine(cells: readonly string[], separator: string): string {
  const quoted = cells.map((each) =>
    NEEDS_QUOTES.test(each) || each.includes(separator) ? `"${each.replaceAll('"', '""')}"` : each,
  );
  return `${quoted.join(separator)}\r\n`;
}
