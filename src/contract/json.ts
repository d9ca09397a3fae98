import { z } from './zod.ts';

/** A value that survives every channel and every file unchanged. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A JSON object; a record as the service sent it, a draft, a patch. */
export interface JsonObject {
  readonly [key: string]: Json;
}

const JSON_TYPES = new Set(['string', 'number', 'boolean', 'object']);

/** Any JSON value. Shallow on purpose: what crosses a channel or was parsed is JSON all the way down. */
export const json = z.custom<Json>((value) => JSON_TYPES.has(typeof value));

/** A JSON object. Shallow on purpose, as `json` is. */
export const jsonObject = z.custom<JsonObject>((value) => isObject(value));

/** Tells whether a value is a JSON object, and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads an own property; never the prototype's. */
export function own(record: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}
