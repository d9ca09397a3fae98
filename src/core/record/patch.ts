import { isObject, jsonObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { fileKey, sameFile } from '#contract/values.ts';
import { z } from '#contract/zod.ts';

/** One file in a list: a path of the service, or a staged file that was not sent. */
export const fileItem = z.union([z.string(), fileRef]);
export type FileItem = z.infer<typeof fileItem>;
export const fileItems = z.array(fileItem);

/** The user's change of one record: only changed fields; all given fields for a creation. */
export const patchSchema = z.object({
  /** Normal values by field; a field with parts holds only the changed parts. */
  values: jsonObject,
  /**
   * Added and removed files of lists; `order` exists only until the patch is merged into an
   * operation.
   */
  files: z.record(
    z.string(),
    z.object({
      add: fileItems,
      remove: fileItems,
      order: fileItems.optional(),
    }),
  ),
});
export type Patch = z.infer<typeof patchSchema>;
export type FilesPatch = Patch['files'][string];

export const EMPTY_PATCH: Patch = { values: {}, files: {} };

/** Returns the fields that a patch changes. */
export function fieldNames({ values, files }: Patch): readonly string[] {
  return [...Object.keys(values), ...Object.keys(files)];
}

/** Returns whether a patch changes nothing. */
export function isEmptyPatch(patch: Patch): boolean {
  const lists = Object.values(patch.files);
  return (
    Object.keys(patch.values).length === 0 &&
    lists.every(
      ({ add, remove, order }) => add.length === 0 && remove.length === 0 && order === undefined,
    )
  );
}

/** Returns whether two items are one file: equal paths, or the same staged file. */
export function sameItem(a: Json, b: Json): boolean {
  return sameFile(a, b);
}

/** Compares two items of a list of files. */
export type Same = (a: Json, b: Json) => boolean;

/** Returns whether a list holds a file. */
export function holdsItem(list: readonly Json[], item: Json, same: Same = sameItem): boolean {
  return list.some((other) => same(other, item));
}

/** Returns a list without the files of another. */
export function withoutItems<T extends Json>(
  list: readonly T[],
  others: readonly Json[],
  same?: Same,
): readonly T[] {
  if (same !== undefined) return list.filter((item) => !holdsItem(others, item, same));
  // Looked up by key: a foreign record may hold thousands of files.
  const held = new Set(others.map(fileKey));
  return list.filter((item) => !held.has(fileKey(item)));
}

/** Returns the ids of all staged files in a patch, in their order. */
export function stagedFiles(patch: Patch): readonly { field: string; file: string }[] {
  const inValues = Object.entries(patch.values).flatMap(([field, value]) =>
    refsIn(value).map((file) => ({ field, file })),
  );
  const inLists = Object.entries(patch.files).flatMap(([field, { add }]) =>
    refsIn(add).map((file) => ({ field, file })),
  );
  return [...inValues, ...inLists];
}

function refsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(refsIn);
  const ref = fileRef.safeParse(value);
  return ref.success ? [ref.data.$file] : [];
}

/** Returns the path of a staged file by its id; null if it was not sent. */
type PathOf = (file: string) => string | null;

/**
 * Replaces staged files in a value by their uploaded paths.
 *
 * A staged file without a path stays as it is.
 */
export function settled(value: Json, pathOf: PathOf): Json {
  if (Array.isArray(value)) return value.map((item: Json) => settled(item, pathOf));
  const ref = fileRef.safeParse(value);
  return ref.success ? (pathOf(ref.data.$file) ?? value) : value;
}

/** Replaces staged files in a patch by their uploaded paths. */
export function withPaths(patch: Patch, pathOf: PathOf): Patch {
  const put = (value: Json): Json => settled(value, pathOf);
  const values: JsonObject = Object.fromEntries(
    Object.entries(patch.values).map(([name, value]) => [name, put(value)]),
  );
  const files = Object.fromEntries(
    Object.entries(patch.files).map(([name, { add, remove }]) => [
      name,
      withoutBoth(fileItems.parse(put(add)), fileItems.parse(put(remove))),
    ]),
  );
  return { values, files };
}

/**
 * Drops a file that is both added and removed, once by its staged id and once by its path.
 *
 * Otherwise the service would delete it.
 */
export function withoutBoth(add: readonly FileItem[], remove: readonly FileItem[]): FilesPatch {
  return { add: [...withoutItems(add, remove)], remove: [...withoutItems(remove, add)] };
}

/**
 * Lays a later patch over an earlier one of the same record; the later value of a field wins.
 *
 * Only a field with parts keeps the parts that the later patch does not name. Any other object is
 * one value.
 */
export function foldPatches(resource: Resource, earlier: Patch, later: Patch, same?: Same): Patch {
  const values: Record<string, Json> = { ...earlier.values };
  for (const [name, value] of Object.entries(later.values)) {
    const old = own(earlier.values, name);
    const hasParts = resource.fields[name]?.parts !== undefined;
    const bothParts = hasParts && old !== undefined && isObject(old) && isObject(value);
    values[name] = bothParts ? { ...old, ...value } : value;
  }
  const files: Record<string, FilesPatch> = { ...earlier.files };
  for (const [name, change] of Object.entries(later.files))
    files[name] = foldFiles(earlier.files[name] ?? { add: [], remove: [] }, change, same);
  return { values, files };
}

/** Returns files in the wanted order; files that the order does not name come last. */
export function inOrderOf<T extends Json>(
  items: readonly T[],
  order: readonly Json[] | undefined,
): T[] {
  if (order === undefined) return [...items];
  const places = new Map(order.map((item, index) => [JSON.stringify(item), index]));
  const placeOf = (item: T) => places.get(JSON.stringify(item)) ?? order.length;
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function foldFiles(earlier: FilesPatch, later: FilesPatch, same?: Same): FilesPatch {
  const add = [
    ...withoutItems(earlier.add, later.remove, same),
    ...withoutItems(later.add, earlier.remove, same),
  ];
  return {
    add: inOrderOf(add, later.order),
    remove: [
      ...withoutItems(earlier.remove, later.add, same),
      ...withoutItems(later.remove, earlier.add, same),
    ],
  };
}
