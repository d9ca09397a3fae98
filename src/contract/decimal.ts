const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
/** No amount has more digits; patterns and big integers are not run over more of a stranger's text. */
const LONGEST = 300;
const GROUPED = /^[+-]?\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d+)?$/;

/**
 * Reads a decimal as a person types it (`12,50`, `1 234.5`, `12.50`) and gives its canonical text,
 * digits kept as typed (`12.50`), or null when it is none.
 */
export function parseDecimal(text: string): string | null {
  const trimmed = text.length > LONGEST ? '' : text.trim();
  const joined = GROUPED.test(trimmed) ? trimmed.replace(/[ \u00a0\u202f]/g, '') : trimmed;
  const dotted = joined.replace(',', '.');
  if (!PLAIN.test(dotted)) return null;
  return dotted.startsWith('+') ? dotted.slice(1) : dotted;
}

/** Two decimal texts name the same number: `12.50` and `12.5`, `-0` and `0`. */
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

/** A decimal as a whole number of its smallest part: `12.50` is 1250 of 2 places. */
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

/** The exact sum of two canonical decimals, with the places of the finer one: `12.50` and `0.5` make `13.00`. */
export function addDecimals(a: string, b: string): string {
  const [x, y] = [scaled(a), scaled(b)];
  const places = Math.max(x.places, y.places);
  return textOf({ units: widened(x, places) + widened(y, places), places });
}

/** A canonical decimal made greater by so many per cent, exactly; it keeps at least its own places. */
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

/** Rounds a canonical decimal to a multiple of a step, half away from zero: `12.945` to `0.10` is `12.90`. */
export function roundDecimal(value: string, step: string): string {
  const [x, s] = [scaled(value), scaled(step)];
  const places = Math.max(x.places, s.places);
  const [units, size] = [widened(x, places), widened(s, places)];
  const half = units < 0n ? -size : size;
  const steps = (units * 2n + half) / (size * 2n);
  return textOf({ units: steps * s.units, places: s.places });
}

/** Below, equal to or above zero: -1, 0 or 1. */
export function signOf(decimal: string): -1 | 0 | 1 {
  const { units } = scaled(decimal);
  return units < 0n ? -1 : units > 0n ? 1 : 0;
}
