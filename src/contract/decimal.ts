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

/**
 * Returns whether two decimals are the same number.
 *
 * `12.50` equals `12.5`, and `-0` equals `0`.
 */
export function sameDecimal(a: string, b: string): boolean {
  return normalDecimal(a) === normalDecimal(b);
}

function normalDecimal(text: string): string {
  const negative = text.startsWith('-');
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.');
  const digits = whole.replace(/^0+(?=\d)/, '');
  const rest = fraction.replace(/0+$/, '');
  const value = rest === '' ? digits : `${digits}.${rest}`;
  return negative && value !== '0' ? `-${value}` : value;
}

/** A decimal as an integer of its smallest unit: `12.50` is 1250 with 2 places. */
interface Scaled {
  readonly units: bigint;
  readonly places: number;
}

function scaled(text: string): Scaled {
  const [whole = '', fraction = ''] = text.split('.');
  return { units: BigInt(whole + fraction), places: fraction.length };
}

function textOf({ units, places }: Scaled): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  return places === 0 ? sign + whole : `${sign}${whole}.${digits.slice(-places)}`;
}

function widened({ units, places }: Scaled, to: number): bigint {
  return units * 10n ** BigInt(to - places);
}

/**
 * Returns the exact sum of two canonical decimals.
 *
 * It has the places of the finer one: `12.50` and `0.5` make `13.00`.
 */
export function addDecimals(a: string, b: string): string {
  const [x, y] = [scaled(a), scaled(b)];
  const places = Math.max(x.places, y.places);
  return textOf({ units: widened(x, places) + widened(y, places), places });
}

/**
 * Returns a canonical decimal increased by a percentage, exactly.
 *
 * It keeps at least its own places.
 */
export function addPercent(value: string, percent: string): string {
  const [x, y] = [scaled(value), scaled(percent)];
  const units = x.units * (100n * 10n ** BigInt(y.places) + y.units);
  const exact = textOf({ units, places: x.places + y.places + 2 });
  return withoutNeedless(exact, x.places);
}

function withoutNeedless(text: string, least: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const kept = fraction.replace(/0+$/, '').padEnd(least, '0');
  return kept === '' ? whole : `${whole}.${kept}`;
}

/**
 * Rounds a canonical decimal to a multiple of a step, half away from zero.
 *
 * `12.945` to `0.10` is `12.90`.
 */
export function roundDecimal(value: string, step: string): string {
  const [x, s] = [scaled(value), scaled(step)];
  const places = Math.max(x.places, s.places);
  const [units, size] = [widened(x, places), widened(s, places)];
  const half = units < 0n ? -size : size;
  const steps = (units * 2n + half) / (size * 2n);
  return textOf({ units: steps * s.units, places: s.places });
}

/** Returns -1, 0 or 1 for a negative, zero or positive decimal. */
export function signOf(decimal: string): -1 | 0 | 1 {
  const { units } = scaled(decimal);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}
