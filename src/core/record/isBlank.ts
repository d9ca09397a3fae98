import type { Json } from '#contract/json.ts';

/** Returns whether a value is absent, null or blank text. */
export function isBlank(value: Json | undefined): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}
