import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { settled } from '../../record/patch.ts';
import type { UploadStore } from '../../store/uploadStore.ts';

/** A record with its files named by the paths of the service, as far as they were sent by now. */
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
