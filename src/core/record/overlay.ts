import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { Action } from '#contract/operations.ts';
import { fileKey } from '#contract/values.ts';
import type { FileItem, Patch } from './patch.ts';
import { holdsItem, withoutBoth, withoutItems } from './patch.ts';

/** The parts of an operation that change how a record looks before it is sent. */
export interface Overlaying {
  readonly action: Action;
  readonly patch: Patch;
}

/**
 * Lays pending operations in order over the service's record; returns the record as the user made
 * it.
 *
 * A removal changes nothing here: the record stays visible until it is removed on the service.
 */
export function overlay(
  resource: Resource,
  doc: JsonObject | null,
  operations: readonly Overlaying[],
  sentAs: SentAs = () => [],
): JsonObject {
  return operations.reduce<JsonObject>(
    (record, { action, patch }) =>
      action === 'remove' ? record : applyPatch(resource, record, patch, sentAs),
    doc ?? {},
  );
}

/** Lays a given value over an old one; a group keeps the parts that are not given. */
export function layParts(field: Field | undefined, old: Json | undefined, value: Json): Json {
  const isPart =
    field?.parts !== undefined && isObject(value) && old !== undefined && isObject(old);
  return isPart ? { ...old, ...value } : value;
}

/** Returns the paths that the service gave a staged file, one for each upload. */
export type SentAs = (file: string) => readonly string[];

/**
 * Lays one patch over a record.
 *
 * Nested parts and lists of files change only where the patch names them. A file that was sent
 * without an answer may already be in a list by its path. It is the same file and is listed once.
 */
export function applyPatch(
  resource: Resource,
  record: JsonObject,
  patch: Patch,
  sentAs: SentAs = () => [],
): JsonObject {
  const next: Record<string, Json> = { ...record };
  for (const [name, value] of Object.entries(patch.values)) {
    const target = storedName(resource, record, name);
    next[target] = layParts(resource.fields[name], own(record, target), value);
  }
  for (const [name, { add, remove }] of Object.entries(patch.files)) {
    const list = listOf(own(record, name));
    const heldAs = (item: FileItem, but: readonly FileItem[] = []): FileItem =>
      typeof item === 'string'
        ? item
        : (sentAs(item.$file).find((path) => holdsItem(list, path) && !holdsItem(but, path)) ??
          item);
    // A path that is removed does not count: the file is sent again to replace its earlier upload.
    const joining = add.map((item) => heldAs(item, remove));
    const change = withoutBoth(
      joining,
      remove.map((item) => heldAs(item)),
    );
    next[name] = changeList(list, change.add, change.remove, resource.swapsFiles);
  }
  return next;
}

/** Returns the name under which the record shows a field, such as CIJENA for a price. */
export function storedName(resource: Resource, record: JsonObject, name: string): string {
  const aliases = resource.fields[name]?.readAs ?? [name];
  return aliases.find((alias) => own(record, alias) !== undefined) ?? aliases[0] ?? name;
}

/**
 * Returns a list of files with some removed and some added.
 *
 * An added file replaces a removed one if `inPlace`, and else stands at the end.
 */
export function changeList(
  list: readonly Json[],
  add: readonly Json[],
  remove: readonly Json[],
  inPlace: boolean,
): readonly Json[] {
  const joining = [...withoutItems(add, list)];
  const leaving = new Set(remove.map(fileKey));
  const result: Json[] = [];
  for (const item of list) {
    if (!leaving.has(fileKey(item))) result.push(item);
    else if (inPlace) {
      const substitute = joining.shift();
      if (substitute !== undefined) result.push(substitute);
    }
  }
  return [...result, ...joining];
}

export function listOf(value: Json | undefined): readonly Json[] {
  if (Array.isArray(value)) return value;
  return typeof value === 'string' && value !== '' ? [value] : [];
}
