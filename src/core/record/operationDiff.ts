import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { listOf } from './overlay.ts';
import { fileItems, withoutItems } from './patch.ts';
import type { FilesPatch, Patch, Same } from './patch.ts';

/**
 * Returns a patch of the given values that differ from the record.
 *
 * Only such values are ever sent.
 */
export function diffValues(resource: Resource, record: JsonObject, given: JsonObject): Patch {
  const values: Record<string, Json> = {};
  const files: Record<string, FilesPatch> = {};
  for (const [name, value] of Object.entries(given)) {
    const field = resource.fields[name];
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

function diffField(field: Field, old: Json | undefined, value: Json): Json | undefined {
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

/** Drops the values of a patch that equal the base. */
export function dropUnchanged(resource: Resource, base: JsonObject, patch: Patch): Patch {
  return { ...patch, values: diffValues(resource, base, patch.values).values };
}
