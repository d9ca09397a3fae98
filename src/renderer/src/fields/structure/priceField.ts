import type { Resource } from '#contract/resources/resource.ts';

/** Returns the field with the price of a kind; null if it has none. */
export function priceField({ fields }: Resource): string | null {
  return Object.keys(fields).find((name) => fields[name]?.unit === 'money') ?? null;
}
