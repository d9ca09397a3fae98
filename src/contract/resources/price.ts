import type { JsonObject } from '../json.ts';
import { own } from '../json.ts';
import type { Resource } from './resource.ts';

/** Returns the field with the price of a kind; null if it has none. */
export function priceField({ fields }: Resource): string | null {
  return Object.keys(fields).find((name) => fields[name]?.unit === 'money') ?? null;
}

/** Returns the price among the values of a record, as the service holds it; null for none. */
export function priceOf(resource: Resource, values: JsonObject): string | null {
  const name = priceField(resource);
  const price = name === null ? null : own(values, name);
  return typeof price === 'string' || typeof price === 'number' ? String(price) : null;
}
