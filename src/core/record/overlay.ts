import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { Action } from '#contract/operations.ts';
import type { FileItem, Patch } from './patch.ts';
import { holdsItem, withoutBoth, withoutItems } from './patch.ts';

/** What of an operation decides how a record looks before it is sent. */
export interface Overlaying {
  readonly action: Action;
  readonly patch: Patch;
}

/**
 * Lays queued operations over the service's record, in their order, and gives the record as the
 * person has made it. A removal changes nothing here: the record stays in sight until it is done.
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

/** The paths that the service gave a staged file, each time that it was sent. */
export type SentAs = (file: string) => readonly string[];

/**
 * Lays one patch over a record; nested parts and lists of files change only where the patch says. A file that was sent
 * and has no answer yet may be in a list by its path already: it is the same one, and stands there once.
 */
export function applyPatch(
  resource: Resource,
  record: JsonObject,
  patch: Patch,
  sentAs: SentAs = () => [],
): JsonObject {
  const next: Record<string, Json> = { ...record };
  for (const [name, value] of Object.entries(patch.values)) {
    const field = resource.fields[name];
    const target = storedName(resource, record, name);
    const old = own(record, target);
    const isPart =
      field?.parts !== undefined && isObject(value) && old !== undefined && isObject(old);
    next[target] = isPart ? { ...old, ...value } : value;
  }
  for (const [name, { add, remove }] of Object.entries(patch.files)) {
    const list = listOf(own(record, name));
    const heldAs = (item: FileItem, but: readonly FileItem[] = []): FileItem =>
      typeof item === 'string'
        ? item
        : (sentAs(item.$file).find((path) => holdsItem(list, path) && !holdsItem(but, path)) ??
          item);
    // In the place of the path under which it was once sent it is to be sent anew.
    const joining = add.map((item) => heldAs(item, remove));
    const change = withoutBoth(
      joining,
      remove.map((item) => heldAs(item)),
    );
    next[name] = changeList(list, change.add, change.remove, resource.swapsFiles);
  }
  return next;
}

/** The name under which the record shows a field: CIJENA where the service shows a price so. */
export function storedName(resource: Resource, record: JsonObject, name: string): string {
  const aliases = resource.fields[name]?.readAs ?? [name];
  return aliases.find((alias) => own(record, alias) !== undefined) ?? aliases[0] ?? name;
}

/** A list of files with some gone and some joined: in the place of another, or at the end. */
export function changeList(
  list: readonly Json[],
  add: readonly Json[],
  remove: readonly Json[],
  inPlace: boolean,
): readonly Json[] {
  const joining = [...withoutItems(add, list)];
  const result: Json[] = [];
  for (const item of list) {
    if (!holdsItem(remove, item)) result.push(item);
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
