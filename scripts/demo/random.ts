/**
 * Random numbers fixed by a seed text.
 *
 * The same text gives the same numbers on every machine.
 */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number;
  /** Returns a whole number from min to max, both included. */
  int(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

/** FNV-1a, 32 bit. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return h >>> 0;
}

/**
 * Returns a mulberry32 generator seeded with a text.
 *
 * Seeding by text keeps the numbers of one record independent of its neighbours.
 */
export function seeded(seed: string): Random {
  let state = hash(seed);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1));
  return { next, int, pick: (list) => list[int(0, list.length - 1)] ?? list[0] };
}

const BASE = Date.UTC(2026, 2, 2, 8, 0, 0);
const DAY = 86_400_000;

/** Returns the time the given days before 2 March 2026, 08:00 UTC. */
export function daysBefore(days: number): Date {
  return new Date(BASE - Math.round(days * DAY));
}

/** Returns 24 hexadecimal characters in the form of a document id: seconds, then noise. */
export function objectId(seed: string): string {
  const random = seeded(`id:${seed}`);
  const seconds = Math.floor(daysBefore(random.int(30, 720)).getTime() / 1000);
  const noise = Array.from({ length: 16 }, () => random.int(0, 15).toString(16)).join('');
  return seconds.toString(16).padStart(8, '0') + noise;
}

/** Returns 8-4-4-4-12 hexadecimal characters. */
export function uid(seed: string): string {
  const random = seeded(`uid:${seed}`);
  const part = (length: number): string =>
    Array.from({ length }, () => random.int(0, 15).toString(16)).join('');
  return [8, 4, 4, 4, 12].map(part).join('-');
}

/**
 * Returns a price as text with a decimal point.
 *
 * Now and then its last zero is missing, as in prices typed by hand.
 */
export function priceText(value: number, random: Random): string {
  const cents = Math.max(0.05, Math.round(value * 20) / 20);
  return random.next() < 0.15 ? String(cents) : cents.toFixed(2);
}

/** Returns a text as a file name: lower case, ASCII, hyphens. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
