import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';

/** Returns the values of a record that no field of the descriptor reads. */
export function unknownFields(
  resource: Resource,
  record: JsonObject,
): readonly (readonly [string, Json])[] {
  const known = new Set(
    Object.entries(resource.fields).flatMap(([name, { readAs }]) => [name, ...(readAs ?? [])]),
  );
  return Object.entries(record).filter(([name]) => !known.has(name));
}
