import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue } from '#contract/values.ts';
import { changeList, listOf } from './overlay.ts';
import type { Patch } from './patch.ts';

/** One changed field for display: before and after, lists of files as whole lists. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json | null;
  readonly after: Json | null;
}

/** Returns the changes of a patch against its base. */
export function changesOf(
  resource: Resource,
  base: JsonObject,
  patch: Patch,
): readonly FieldChange[] {
  const values = Object.entries(patch.values).map(([name, after]): FieldChange => {
    const field = resource.fields[name];
    const before = field === undefined ? own(base, name) : readValue(name, field, base);
    return { field: name, before: before ?? null, after };
  });
  const lists = Object.entries(patch.files).map(([name, { add, remove }]): FieldChange => {
    const before = listOf(own(base, name));
    return { field: name, before, after: changeList(before, add, remove, resource.swapsFiles) };
  });
  return [...values, ...lists];
}
