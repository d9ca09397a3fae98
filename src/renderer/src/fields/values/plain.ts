import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';

/** The id that the service gives to nested objects; it is of no use to users. */
const INTERNAL = '_id';

/**
 * Returns any value as text without brackets and quotes: `korpus (SIFRA H1145-18, ilosc 6.03) ·
 * front (…)`.
 */
export function plain(value: Json): string {
  if (Array.isArray(value)) return value.map(inner).join(', ') || '[ ]';
  if (isObject(value)) return entries(value, ' · ') || '{ }';
  return scalar(value);
}

function inner(value: Json): string {
  if (Array.isArray(value)) return `(${value.map(inner).join(', ')})`;
  return isObject(value) ? `(${entries(value, ', ')})` : scalar(value);
}

function entries(value: JsonObject, between: string): string {
  const all = Object.entries(value);
  const read = all.filter(([name]) => name !== INTERNAL);
  return (read.length > 0 ? read : all)
    .map(([name, each]) => `${name} ${inner(each)}`)
    .join(between);
}

function scalar(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value as text; null if it is empty. */
export type Shown = string | null;
