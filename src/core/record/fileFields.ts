import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { listOf } from './overlay.ts';
import { isBlank } from './isBlank.ts';

export const PICTURE_FIELDS = ['images', 'PICFILE'];

export const MODEL_FIELDS = ['model', 'modelPath'];

/** Returns each file that a value names: paths of the service and staged files. */
export function filesIn(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) return value === undefined || isBlank(value) ? [] : [value];
  return value.some(isBlank) ? value.filter((item: Json) => !isBlank(item)) : value;
}

/** Returns the names of the fields of a kind that hold images or a model. */
export function fileFields(resource: Resource): readonly string[] {
  const known = FILE_FIELDS.get(resource);
  if (known !== undefined) return known;
  const names = [...PICTURE_FIELDS, ...MODEL_FIELDS];
  const fields = names.filter((name) => resource.fields[name] !== undefined);
  FILE_FIELDS.set(resource, fields);
  return fields;
}

// Cached, because the rules ask several times for each record.
const FILE_FIELDS = new Map<Resource, readonly string[]>();

/** Returns the service paths that a record names, with their fields. */
export function pathsOf({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: JsonObject;
}): readonly (readonly [field: string, path: string])[] {
  const found: (readonly [string, string])[] = [];
  for (const field of fileFields(resource))
    for (const item of listOf(own(record, field)))
      if (typeof item === 'string' && item !== '') found.push([field, item]);
  return found;
}
