import type { JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Tells whether an id can stand in a path as one segment and mean nothing else there. */
export function isSafeId(id: string): boolean {
  return ID.test(id);
}

/** The id of a record (doc §2.1): `_id` as text, as a whole number or as `{$oid}`; null where none is usable. */
export function idOf(record: JsonObject): string | null {
  const raw = own(record, '_id');
  const id = isObject(raw) ? own(raw, '$oid') : raw;
  return idText(id);
}

/** An id given as a bare value, or null. */
export function idText(id: unknown): string | null {
  // A number beyond 2^53 has lost digits: it would name another record.
  const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id;
  return typeof text === 'string' && isSafeId(text) ? text : null;
}

/** The code that a record shows. Text and number are the same code; anything else, and an empty text, is none. */
export function keyOf(record: JsonObject, { key }: Pick<Resource, 'key'>): string | null {
  const value = key === null ? undefined : own(record, key);
  const isCode = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isCode ? String(value) : null;
}
