import type { JsonObject } from '../json.ts';
import { own } from '../json.ts';
import { readRecord } from '../values.ts';
import type { Resource } from './resource.ts';

/** Returns the field with the price of a kind; null if it has none. */
export function priceField({ fields }: Resource): string | null {
  return Object.keys(fields).find((name) => fields[name]?.unit === 'money') ?? null;
}

/** Returns the price of a record as the service holds it; null for none. */
export function priceOf(resource: Resource, record: JsonObject): string | null {
  const name = priceField(resource);
  const price = name === null ? null : own(readRecord(resource, record), name);
  return typeof price === 'string' || typeof price === 'number' ? String(price) : null;
}
