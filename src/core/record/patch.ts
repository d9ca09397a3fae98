import { jsonObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import { sameFile } from '#contract/values.ts';
import { z } from '#contract/zod.ts';

/** One file in a list: a path of the service, or a staged file not yet sent. */
export const fileItem = z.union([z.string(), fileRef]);
export type FileItem = z.infer<typeof fileItem>;
export const fileItems = z.array(fileItem);

/** What a person wants of one record: only what changed; for a creation, everything given. */
export const patchSchema = z.object({
  /** Normal values by field; a group holds only the parts that changed. */
  values: jsonObject,
  /** For lists of files: what joins and what leaves; `order` only until it is laid into an operation. */
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

/** The fields that a patch changes. */
export function fieldNames({ values, files }: Patch): readonly string[] {
  return [...Object.keys(values), ...Object.keys(files)];
}

/** Nothing would be sent for this patch. */
export function isEmptyPatch(patch: Patch): boolean {
  const lists = Object.values(patch.files);
  return (
    Object.keys(patch.values).length === 0 &&
    lists.every(
      ({ add, remove, order }) => add.length === 0 && remove.length === 0 && order === undefined,
    )
  );
}

/** The same file: equal paths, or the same staged copy. */
export function sameItem(a: Json, b: Json): boolean {
  return sameFile(a, b);
}

/** Tells whether two items of a list are one file. */
export type Same = (a: Json, b: Json) => boolean;

/** Whether a list has a file. */
export function holdsItem(list: readonly Json[], item: Json, same: Same = sameItem): boolean {
  return list.some((other) => same(other, item));
}

/** A list without the files of another. */
export function withoutItems<T extends Json>(
  list: readonly T[],
  others: readonly Json[],
  same: Same = sameItem,
): readonly T[] {
  return list.filter((item) => !holdsItem(others, item, same));
}

/** The ids of all staged files that a patch names, in the order in which it names them. */
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

/** The path of a staged file by its id; null where it was not sent. */
type PathOf = (file: string) => string | null;

/** A value with the uploaded paths in the place of staged files; one without a path stays as it is. */
export function settled(value: Json, pathOf: PathOf): Json {
  if (Array.isArray(value)) return value.map((item: Json) => settled(item, pathOf));
  const ref = fileRef.safeParse(value);
  return ref.success ? (pathOf(ref.data.$file) ?? value) : value;
}

/** The same of all that a patch gives. */
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

/** One file that was named as a copy and by its path, to join and to leave, does neither: it would be deleted. */
export function withoutBoth(add: readonly FileItem[], remove: readonly FileItem[]): FilesPatch {
  return { add: [...withoutItems(add, remove)], remove: [...withoutItems(remove, add)] };
}
