import type { JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';

const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Returns whether an id is safe as a single segment of a path. */
export function isSafeId(id: string): boolean {
  return ID.test(id);
}

/**
 * Returns the id of a record (doc §2.1); null if there is no usable one.
 *
 * `_id` may be a text, a whole number or `{$oid}`.
 */
export function idOf(record: JsonObject): string | null {
  const raw = own(record, '_id');
  const id = isObject(raw) ? own(raw, '$oid') : raw;
  return idText(id);
}

/** Returns an id from a bare value; null if it is not usable. */
export function idText(id: unknown): string | null {
  // A number beyond 2^53 has lost digits and would name another record.
  const text = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : id;
  return typeof text === 'string' && isSafeId(text) ? text : null;
}

/**
 * Returns the code of a record; null if there is none.
 *
 * A text and a number may be the same code. Other values and an empty text are no code.
 */
export function keyOf(record: JsonObject, { key }: Pick<Resource, 'key'>): string | null {
  const value = key === null ? undefined : own(record, key);
  const isCode = typeof value === 'number' || (typeof value === 'string' && value !== '');
  return isCode ? String(value) : null;
}
