import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import type { FieldChange } from './patchChanges.ts';

/** Fields that the service sets by itself, which are no sign of a user's change. */
const OWN_TO_SERVICE = new Set(['_id', '__v', 'createdAt', 'updatedAt']);

/** Returns the fields in which two versions of a record differ, by descriptor names. */
export function differenceOf(
  resource: Resource,
  before: JsonObject,
  after: JsonObject,
): readonly FieldChange[] {
  const aliases = new Set(Object.values(resource.fields).flatMap(({ readAs }) => readAs ?? []));
  const known = Object.keys(resource.fields).filter((name) => !OWN_TO_SERVICE.has(name));
  const unknown = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      !Object.hasOwn(resource.fields, name) && !aliases.has(name) && !OWN_TO_SERVICE.has(name),
  );
  const sameText = (a: Json | undefined, b: Json | undefined) =>
    JSON.stringify(a) === JSON.stringify(b);
  return [
    ...known.flatMap((name) => {
      const field = resource.fields[name];
      if (
        field === undefined ||
        (field.readAs === undefined && sameText(own(before, name), own(after, name)))
      )
        return [];
      const [old, now] = [readValue(name, field, before), readValue(name, field, after)];
      return sameValue(field, old, now) ? [] : [changeOf(name, old, now)];
    }),
    ...unknown.flatMap((name) => {
      const [old, now] = [own(before, name), own(after, name)];
      return sameText(old, now) ? [] : [changeOf(name, old, now)];
    }),
  ];
}

function changeOf(field: string, before: Json | undefined, after: Json | undefined): FieldChange {
  return { field, before: before ?? null, after: after ?? null };
}
