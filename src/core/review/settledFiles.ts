import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { UploadStore } from '../store/uploadStore.ts';

/** A record with its files named by the paths of the service, as far as they were sent by now. */
export function settledFiles(
  uploads: UploadStore,
  resource: Resource,
  record: JsonObject,
): JsonObject {
  const files = Object.entries(resource.fields).flatMap(([name, { type }]) => {
    const value = type === 'file' || type === 'files' ? own(record, name) : undefined;
    return value === undefined ? [] : [[name, pathsIn(uploads, value)] as const];
  });
  return { ...record, ...Object.fromEntries(files) };
}

function pathsIn(uploads: UploadStore, value: Json): Json {
  if (Array.isArray(value)) return value.map((item: Json) => pathsIn(uploads, item));
  const ref = fileRef.safeParse(value);
  return ref.success ? (uploads.pathOf(ref.data.$file) ?? value) : value;
}
