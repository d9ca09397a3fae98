import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { OWN_TO_SERVICE } from '#contract/resources/updates.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { valueAt } from './fieldPaths.ts';
import { changeList, listOf } from './overlay.ts';
import { fileItems, withoutItems } from './patch.ts';
import type { FilesPatch, Patch } from './patch.ts';

/** One field or part of a record before and after; null if it has no value. */
export interface FieldChange {
  readonly field: string;
  readonly before: Json | null;
  readonly after: Json | null;
}

/**
 * Returns the fields in which two versions of a record differ, by the names of the descriptor.
 *
 * With `shownInBoth`, a field counts only if both versions show it, under any of its names. Lists
 * and single reads need not show the same fields, so an absent field says nothing there.
 */
export function diffRecords(
  resource: Resource,
  before: JsonObject,
  after: JsonObject,
  { shownInBoth = false }: { readonly shownInBoth?: boolean } = {},
): readonly FieldChange[] {
  const aliases = new Set(Object.values(resource.fields).flatMap(({ readAs }) => readAs ?? []));
  const others = [...Object.keys(before), ...Object.keys(after)].filter(
    (name) => !aliases.has(name),
  );
  const names = new Set([...Object.keys(resource.fields), ...others]);
  return [...names].flatMap((name) => {
    if (OWN_TO_SERVICE.has(name) || isSameIn(resource, name, before, after)) return [];
    const isShown = (record: JsonObject) => showsField(resource, name, record);
    if (shownInBoth && !(isShown(before) && isShown(after))) return [];
    const [old, now] = [before, after].map((record) => valueIn(resource, name, record));
    return [{ field: name, before: old ?? null, after: now ?? null }];
  });
}

/**
 * Returns whether two versions of a record show the same value of a field.
 *
 * The field may be one without a descriptor.
 */
export function isSameIn(resource: Resource, name: string, a: JsonObject, b: JsonObject): boolean {
  const field = fieldOf(resource, name);
  const isSameText = (one: Json | undefined, other: Json | undefined) =>
    JSON.stringify(one) === JSON.stringify(other);
  // Equal texts need no parsing. This matters where whole pulls are compared.
  if (field?.readAs === undefined && isSameText(own(a, name), own(b, name))) return true;
  if (field === undefined) return false;
  return sameValue(field, readValue(name, field, a), readValue(name, field, b));
}

/**
 * Returns the value of a field in a read of a record, under any of its names.
 *
 * A field without a descriptor is returned unchanged.
 */
export function valueIn(resource: Resource, name: string, record: JsonObject): Json | undefined {
  const field = fieldOf(resource, name);
  return field === undefined ? own(record, name) : readValue(name, field, record);
}

/** Returns whether a record shows a field under any of its names, even as null. */
export function showsField(resource: Resource, name: string, record: JsonObject): boolean {
  const aliases = fieldOf(resource, name)?.readAs ?? [name];
  return aliases.some((alias) => own(record, alias) !== undefined);
}

function fieldOf({ fields }: Resource, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/**
 * Returns a patch of the given values that differ from the record.
 *
 * Only such values are ever sent.
 */
export function diffValues(resource: Resource, record: JsonObject, given: JsonObject): Patch {
  const values: Record<string, Json> = {};
  const files: Record<string, FilesPatch> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = fieldOf(resource, name);
    if (field === undefined) continue;
    if (field.type === 'files') {
      const change = diffFiles(listOf(own(record, name)), listOf(value));
      if (change.add.length > 0 || change.remove.length > 0) files[name] = change;
      continue;
    }
    const changed = diffField(field, readValue(name, field, record), value);
    if (changed !== undefined) values[name] = changed;
  }
  return { values, files };
}

/**
 * Returns the part of a value that differs from an older one; undefined if nothing differs.
 *
 * Of a field with parts only the given parts are compared, since the service may hold more.
 */
export function diffField(field: Field, old: Json | undefined, value: Json): Json | undefined {
  if (field.parts === undefined || !isObject(value))
    return sameValue(field, old, value) ? undefined : value;
  const oldParts = old !== undefined && isObject(old) ? old : {};
  const changed = Object.entries(value).filter(([name, part]) => {
    const partField = field.parts?.[name];
    return partField !== undefined && !sameValue(partField, own(oldParts, name), part);
  });
  return changed.length > 0 ? Object.fromEntries(changed) : undefined;
}

function diffFiles(old: readonly Json[], wanted: readonly Json[]): FilesPatch {
  return {
    add: fileItems.parse(withoutItems(wanted, old)),
    remove: fileItems.parse(withoutItems(old, wanted)),
  };
}

/** Drops the values of a patch that equal the base. */
export function dropUnchanged(resource: Resource, base: JsonObject, patch: Patch): Patch {
  return { ...patch, values: diffValues(resource, base, patch.values).values };
}

/**
 * Returns the changes that a patch makes to a record; lists of files as whole lists.
 *
 * With `byPart`, each changed part of a field is a change of its own under its dotted name.
 */
export function changesOf(
  resource: Resource,
  record: JsonObject,
  patch: Patch,
  { byPart = false }: { readonly byPart?: boolean } = {},
): readonly FieldChange[] {
  const values = Object.entries(patch.values).flatMap(([name, value]): FieldChange[] => {
    if (!byPart || fieldOf(resource, name)?.parts === undefined || !isObject(value))
      return [{ field: name, before: valueIn(resource, name, record) ?? null, after: value }];
    return Object.entries(value).map(([part, after]) => {
      const path = `${name}.${part}`;
      return { field: path, before: valueAt(resource, record, path), after };
    });
  });
  const lists = Object.entries(patch.files).map(([name, { add, remove }]): FieldChange => {
    const before = listOf(own(record, name));
    return { field: name, before, after: changeList(before, add, remove, resource.swapsFiles) };
  });
  return [...values, ...lists];
}
