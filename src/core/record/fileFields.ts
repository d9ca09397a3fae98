import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { FileContent } from '#contract/files/types.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { listOf } from './overlay.ts';
import { isBlank } from './isBlank.ts';

/** Returns each file that a value names: paths of the service and staged files. */
export function filesIn(value: Json | undefined): readonly Json[] {
  if (!Array.isArray(value)) return value === undefined || isBlank(value) ? [] : [value];
  return value.some(isBlank) ? value.filter((item: Json) => !isBlank(item)) : value;
}

/** The names of the file fields of a kind. */
interface FileFields {
  readonly pictures: readonly string[];
  readonly models: readonly string[];
  /** Pictures, then models. */
  readonly all: readonly string[];
}

// Cached, because rules and rows ask several times for each record.
const FILE_FIELDS = new Map<Resource, FileFields>();

function fileFieldsOf(resource: Resource): FileFields {
  const known = FILE_FIELDS.get(resource);
  if (known !== undefined) return known;
  const [pictures, models] = [fieldsWith(resource, 'picture'), fieldsWith(resource, 'model')];
  const found = { pictures, models, all: [...pictures, ...models] };
  FILE_FIELDS.set(resource, found);
  return found;
}

function fieldsWith({ fields }: Resource, content: FileContent): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.content === content);
}

/** Returns the names of the fields of a kind that hold images or a model, images first. */
export function fileFields(resource: Resource): readonly string[] {
  return fileFieldsOf(resource).all;
}

export function pictureFields(resource: Resource): readonly string[] {
  return fileFieldsOf(resource).pictures;
}

export function modelFields(resource: Resource): readonly string[] {
  return fileFieldsOf(resource).models;
}

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
