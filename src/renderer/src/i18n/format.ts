import { parseDecimal } from '#contract/decimal.ts';
import { locale } from './locale.ts';

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>();

// Making a formatter costs more than a whole row of a grid, so each is made once.
function numbers(name: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `n${locale()}${name}`;
  const known = made.get(key);
  if (known instanceof Intl.NumberFormat) return known;
  const format = new Intl.NumberFormat(locale(), { useGrouping: 'always', ...options });
  made.set(key, format);
  return format;
}

function dates(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `d${locale()}${name}`;
  const known = made.get(key);
  if (known instanceof Intl.DateTimeFormat) return known;
  const format = new Intl.DateTimeFormat(locale(), options);
  made.set(key, format);
  return format;
}

/** A whole number with its thousands apart: `8 930`. */
export function formatCount(value: number): string {
  return numbers('count', { maximumFractionDigits: 2 }).format(value);
}

/**
 * A decimal as the language writes it, with the digits it was given (`12.50` is `12,50`); a value
 * that is no decimal comes back untouched.
 */
export function formatDecimal(value: string | number): string {
  return withDigits(value, 0);
}

/** A price: at least the two decimals that stand under each other in a column, and every one it was given. */
export function formatPrice(value: string | number): string {
  return withDigits(value, 2);
}

function withDigits(value: string | number, least: number): string {
  const decimal = parseDecimal(String(value));
  if (decimal === null) return String(value);
  const digits = Math.min(Math.max(decimal.split('.')[1]?.length ?? 0, least), 20);
  const format = numbers(`decimal${digits}`, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A formatter takes decimal text whole where a number would lose digits.
  return format.format(decimal as `${number}`);
}

/** A moment: the time alone for today (`14:02`), with the day before that. */
export function formatTime(at: number, now: number = Date.now()): string {
  const time = dates('time', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  if (sameDay(at, now)) return time.format(at);
  return `${formatDate(at, now)} ${time.format(at)}`;
}

/** A moment to the second, for attempts and answers: `14:02:07`. */
export function formatClock(at: number): string {
  const options = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;
  return dates('clock', { ...options, hourCycle: 'h23' }).format(at);
}

/** The same with the day before it where that is not today. */
export function formatMoment(at: number, now: number = Date.now()): string {
  const clock = formatClock(at);
  return sameDay(at, now) ? clock : `${formatDate(at, now)} ${clock}`;
}

/** A day: without the year when it is this year's; takes a time or the service's `YYYY-MM-DD…`. */
export function formatDate(value: number | string, now: number = Date.now()): string {
  const at = typeof value === 'number' ? new Date(value) : dayOf(value);
  if (at === null || Number.isNaN(at.getTime())) return String(value);
  const thisYear = at.getFullYear() === new Date(now).getFullYear();
  const day = { day: 'numeric', month: 'short' } as const;
  return thisYear
    ? dates('day', day).format(at)
    : dates('dayYear', { ...day, year: 'numeric' }).format(at);
}

/** A size as people say it: `412 KB`, `6,0 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
  const digitsAt = (step: number) => (step >= 2 ? 1 : 0);
  // What would be rounded to a thousand of a unit is one of the next: 999 999 bytes are 1.0 MB.
  const isTooMuch = (step: number) =>
    Number((bytes / 1000 ** step).toFixed(digitsAt(step))) >= 1000;
  const known = units.findIndex((_, step) => !isTooMuch(step));
  const step = known < 0 ? units.length - 1 : known;
  const unit = units[step] ?? 'byte';
  const digits = digitsAt(step);
  return numbers(`bytes${step}`, {
    style: 'unit',
    unit,
    // Bytes have no short name of their own, and so no plural in the short form.
    unitDisplay: step === 0 ? 'long' : 'short',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(bytes / 1000 ** step);
}

/** A share from 0 to 1 as the language writes it: `42 %`. */
export function formatPercent(share: number): string {
  return numbers('percent', { style: 'percent', maximumFractionDigits: 0 }).format(share);
}

/** The characters with which the language writes decimals, for a hint such as `13,80`. */
export function decimalExample(): string {
  return formatDecimal('13.80');
}

/** The mark that the language puts before a fraction. */
export function decimalMark(): ',' | '.' {
  return decimalExample().includes(',') ? ',' : '.';
}

function sameDay(a: number, b: number): boolean {
  return new Date(a).toDateString() === new Date(b).toDateString();
}

// A day without a time is the person's own day, not midnight in Greenwich.
function dayOf(text: string): Date | null {
  const [, year = 0, month = 0, day = 0] =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]\d.*)?$/.exec(text)?.map(Number) ?? [];
  // Two digits would be a year of the last century, and a day that no month has one of the next month.
  const at = new Date(2000, 0, 1);
  at.setFullYear(year, month - 1, day);
  return year > 0 && at.getMonth() === month - 1 && at.getDate() === day ? at : null;
}
