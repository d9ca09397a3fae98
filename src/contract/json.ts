import { z } from './zod.ts';

/** A value that every channel and file preserves. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object: a record of the service, a draft, or a patch. */
export interface JsonObject {
  readonly [key: string]: Json;
}

const JSON_TYPES = new Set(['string', 'number', 'boolean', 'object']);

/**
 * Any JSON value.
 *
 * Only the top level is checked, since values from a channel or a parser are JSON at every level.
 */
export const json = z.custom<Json>((value) => JSON_TYPES.has(typeof value));

/** A JSON object; only the top level is checked, as in `json`. */
export const jsonObject = z.custom<JsonObject>((value) => isObject(value));

/** Returns whether a value is a JSON object, not null or an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an own property, never one of the prototype. */
export function own(record: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
