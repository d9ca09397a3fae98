import { Big } from 'big.js';

const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
/** No amount has more digits; longer foreign text is not matched or converted. */
const LONGEST = 300;
const GROUPED = /^[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;

/**
 * Parses a typed decimal (`12,50`, `1 234.5`, `12.50`) into canonical text.
 *
 * Digits stay as typed (`12.50`). Returns null when it is no decimal.
 */
export function parseDecimal(text: string): string | null {
  const trimmed = text.length > LONGEST ? '' : text.trim();
  const joined = GROUPED.test(trimmed) ? trimmed.replace(/[ \u00a0\u202f]/g, '') : trimmed;
  const dotted = joined.replace(',', '.');
  if (!PLAIN.test(dotted)) return null;
  return dotted.startsWith('+') ? dotted.slice(1) : dotted;
}

/** Divides to whole numbers, half away from zero. */
const Whole = Big();
Whole.DP = 0;
Whole.RM = Big.roundHalfUp;

/**
 * Returns whether two decimals are the same number.
 *
 * `12.50` equals `12.5`, and `-0` equals `0`.
 */
export function sameDecimal(a: string, b: string): boolean {
  return new Big(a).eq(b);
}

function placesOf(text: string): number {
  return text.split('.')[1]?.length ?? 0;
}

/**
 * Returns the exact sum of two canonical decimals.
 *
 * It has the places of the finer one: `12.50` and `0.5` make `13.00`.
 */
export function addDecimals(a: string, b: string): string {
  return new Big(a).plus(b).toFixed(Math.max(placesOf(a), placesOf(b)));
}

/** Returns the exact product of two canonical decimals. */
export function timesDecimals(a: string, b: string): string {
  return new Big(a).times(b).toFixed();
}

/**
 * Returns a canonical decimal increased by a percentage, exactly.
 *
 * It keeps at least its own places.
 */
export function addPercent(value: string, percent: string): string {
  const exact = new Big(percent).plus(100).times(value).times('0.01');
  return exact.toFixed(Math.max(placesOf(value), placesOf(exact.toFixed())));
}

/**
 * Rounds a canonical decimal to a multiple of a step, half away from zero.
 *
 * `12.945` to `0.10` is `12.90`.
 */
export function roundDecimal(value: string, step: string): string {
  return new Whole(value).div(step).times(step).toFixed(placesOf(step));
}

/** Returns -1, 0 or 1 for a negative, zero or positive decimal. */
export function signOf(decimal: string): -1 | 0 | 1 {
  return new Big(decimal).cmp(0);
}
