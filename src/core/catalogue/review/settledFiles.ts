import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { settled } from '../../record/patch.ts';
import type { UploadStore } from '../../store/uploadStore.ts';

/** Returns a record with sent files replaced by their service paths. */
export function settledFiles(
  uploads: UploadStore,
  resource: Resource,
  eid: string,
  record: JsonObject,
): JsonObject {
  const pathOf = (file: string) => uploads.pathOf(file, { eid });
  const files = Object.entries(resource.fields).flatMap(([name, { type }]) => {
    const value = type === 'file' || type === 'files' ? own(record, name) : undefined;
    return value === undefined ? [] : [[name, settled(value, pathOf)] as const];
  });
  return { ...record, ...Object.fromEntries(files) };
}
