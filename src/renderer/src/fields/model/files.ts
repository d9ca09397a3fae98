import type { Json, JsonObject } from '#contract/json.ts';
import { own } from '#contract/json.ts';
import type { Operation, OperationFile } from '#contract/operations.ts';
import { fileRef } from '#contract/resources/field.ts';
import { fileName } from './fieldText.ts';

/** A file of a field: a path of the service, or a staged file. */
export interface FileItem {
  readonly key: string;
  readonly name: string;
  /** The path on the service; null while the file is only local. */
  readonly path: string | null;
  /** The staged file that waits to be uploaded. */
  readonly staged: OperationFile | null;
  readonly value: Json;
}

/** Returns the files of a field in their order. */
export function filesOf(
  values: JsonObject,
  name: string,
  operations: readonly Operation[],
): readonly FileItem[] {
  const value = own(values, name);
  const list = Array.isArray(value) ? value : value === undefined || value === '' ? [] : [value];
  return list.flatMap((each, index) => itemOf(each, index, operations));
}

function itemOf(value: Json, index: number, operations: readonly Operation[]): FileItem[] {
  const ref = fileRef.safeParse(value);
  if (ref.success) {
    const staged = operations.flatMap(({ files }) => files).find(({ id }) => id === ref.data.$file);
    const name = staged?.name ?? ref.data.$file;
    return [{ key: `${index} ${ref.data.$file}`, name, path: null, staged: staged ?? null, value }];
  }
  if (typeof value !== 'string' || value === '') return [];
  return [{ key: `${index} ${value}`, name: fileName(value), path: value, staged: null, value }];
}
