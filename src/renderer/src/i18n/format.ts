import { decimalText, numberFormat, priceText } from '#contract/valueText.ts';
import { locale } from './locale.ts';
import { profileStyle } from './profileStyle.ts';

const made = new Map<string, Intl.DateTimeFormat>();

function numbers(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return numberFormat(locale(), name, options);
}

// Creating a formatter costs more than a whole grid row, so each is cached.
function dates(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale()} ${name}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(locale(), options);
  made.set(key, format);
  return format;
}

/** Formats a whole number with grouped thousands: `8 930`. */
export function formatCount(value: number): string {
  return numbers('count', { maximumFractionDigits: 2 }).format(value);
}

/**
 * Formats a decimal with the digits given (`12.50` becomes `12,50`).
 *
 * A value that is no decimal is returned unchanged.
 */
export function formatDecimal(value: string | number): string {
  return decimalText(locale(), value);
}

/** Formats a price with all digits given, at least two decimals, and the profile's currency. */
export function formatPrice(value: string | number): string {
  return priceText({ locale: locale(), currency: profileStyle().currency }, value);
}

/** Formats a moment: only the time today (`14:02`), otherwise with the day. */
export function formatTime(at: number, now: number = Date.now()): string {
  const time = dates('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (sameDay(at, now)) return time.format(at);
  return `${formatDate(at, now)} ${time.format(at)}`;
}

/** Formats a moment to the second: `14:02:07`. */
export function formatClock(at: number): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return dates('clock', { ...options, hourCycle: 'h23' }).format(at);
}

/** Formats a moment to the second, with the day unless it is today. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const clock = formatClock(at);
  return sameDay(at, now) ? clock : `${formatDate(at, now)} ${clock}`;
}

/**
 * Formats a day, without the year if it is the current one.
 *
 * Takes a time or the service's `YYYY-MM-DD…`.
 */
export function formatDate(value: number | string, now: number = Date.now()): string {
  const at = typeof value === 'number' ? new Date(value) : dayOf(value);
  if (at === null || Number.isNaN(at.getTime())) return String(value);
  const thisYear = at.getFullYear() === new Date(now).getFullYear();
  const day = { day: 'numeric', month: 'short' } as const;
  return thisYear
    ? dates('day', day).format(at)
    : dates('dayYear', { ...day, year: 'numeric' }).format(at);
}

/** Formats a size in bytes: `412 KB`, `6,0 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const digitsAt = (step: number) => (step >= 2 ? 1 : 0);
  // A value that rounds to 1000 moves to the next unit: 999 999 bytes are 1.0 MB.
  const isTooMuch = (step: number) =>
    Number((bytes / 1000 ** step).toFixed(digitsAt(step))) >= 1000;
  const known = units.findIndex((_, step) => !isTooMuch(step));
  const step = known < 0 ? units.length - 1 : known;
  const unit = units[step] ?? 'byte';
  const digits = digitsAt(step);
  return numbers(`bytes${step}`, {
    style: 'unit',
    unit,
    // The short form of bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(bytes / 1000 ** step);
}

/** Formats a share from 0 to 1: `42 %`. */
export function formatPercent(share: number): string {
  return numbers('percent', { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** Returns a sample decimal of the language for hints, such as `13,80`. */
export function decimalExample(): string {
  return formatDecimal('13.80');
}

/** Returns the decimal separator of the language. */
export function decimalMark(): ',' | '.' {
  return decimalExample().includes(',') ? ',' : '.';
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

// A day without a time is a local day, not midnight UTC.
function dayOf(text: string): Date | null {
  const [, year = 0, month = 0, day = 0] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d.*)?$/.exec(text)?.map(Number) ?? [];
  // The Date constructor maps two-digit years to 1900 and moves invalid days to the next month;
  // both are avoided here.
  const at = new Date(2000, 0, 1);
  at.setFullYear(year, month - 1, day);
  return year > 0 && at.getMonth() === month - 1 && at.getDate() === day ? at : null;
}
