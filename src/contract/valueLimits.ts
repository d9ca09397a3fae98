import type { Issue } from './errors.ts';
import { expecting } from './expectations/expected.ts';
import type { Expected } from './expectations/expected.ts';
import { isObject, own } from './json.ts';
import type { Json, JsonObject } from './json.ts';

/**
 * Most levels of lists and objects in a field.
 *
 * An answer of the service may have 64, and a list and its records take three of them. A deeper
 * value could be sent, but never read again.
 */
export const MOST_LEVELS = 32;

/** Most bytes of JSON of a record's values; a record above 2 MB is never read again. */
const MOST_BYTES = 1 << 20;
const MB = 1 << 20;

/** A record that is already above the limit may still grow by so many bytes in an edit. */
const SPARE_BYTES = 10_000;

/** Returns whether a value has more levels of lists and objects than `most`. */
export function isDeeperThan(value: Json, most: number): boolean {
  const open: (readonly [Json, number])[] = [[value, 1]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [found, level] = next;
    if (typeof found !== 'object' || found === null) continue;
    if (level > most) return true;
    for (const inner of Object.values(found)) open.push([inner, level + 1]);
  }
  return false;
}

/** Returns what a value alone does not meet: too many levels, or too many bytes. Null if it fits. */
export function limitOf(value: Json): Expected | null {
  if (isDeeperThan(value, MOST_LEVELS)) return expecting('levels', { count: MOST_LEVELS });
  return sizeOf(value) > MOST_BYTES ? expecting('recordSize', { count: MOST_BYTES / MB }) : null;
}

/** A given value that differs from the one that the record already has. */
export interface NewValue {
  readonly name: string;
  readonly value: Json;
  /** The value that it replaces. */
  readonly old: Json | undefined;
}

/**
 * Returns the faults of new values that could be sent but not read again.
 *
 * The record's other values stay as they are, however deep or large they may be.
 */
export function limitIssues(
  changes: readonly NewValue[],
  record: JsonObject,
  place: string,
): readonly Issue[] {
  const deep = changes.filter(({ value }) => isDeeperThan(value, MOST_LEVELS));
  if (deep.length > 0)
    return deep.map(({ name, value }) => ({
      place: place + name,
      value: Array.isArray(value) ? '[…]' : '{…}',
      ...expecting('levels', { count: MOST_LEVELS }),
    }));
  const sizes = changes.map(({ name, value }) => ({ name, size: sizeOf(value) }));
  const given = sizes.reduce((sum, { size }) => sum + size, 0);
  if (given <= SPARE_BYTES) return [];
  const names = new Set(changes.map(({ name }) => name));
  const kept = Object.keys(record).filter((name) => !names.has(name));
  const rest = kept.reduce((sum, name) => sum + sizeOf(own(record, name) ?? null), 0);
  const replaced = changes.reduce((sum, { old }) => sum + (old === undefined ? 0 : sizeOf(old)), 0);
  if (given + rest <= MOST_BYTES || given - replaced <= SPARE_BYTES) return [];
  const [largest] = sizes.toSorted((a, b) => b.size - a.size);
  return [
    {
      place: place + (largest?.name ?? ''),
      value: `${((given + rest) / MB).toFixed(1)} MB`,
      ...expecting('recordSize', { count: MOST_BYTES / MB }),
    },
  ];
}

/** Returns the bytes of a value's JSON. */
function sizeOf(value: Json): number {
  if (!isLarge(value)) return typeof value === 'string' ? value.length + 2 : 8;
  return bytesOf(JSON.stringify(value));
}

/** Returns the bytes of a text in UTF-8; half of a surrogate pair has two of its four. */
function bytesOf(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= 0x80) bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

function isLarge(value: Json): boolean {
  if (typeof value === 'string') return value.length > 3_000;
  return Array.isArray(value) || isObject(value);
}
