import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { listOf } from './overlay.ts';
import { withoutItems } from './patch.ts';

/** Returns the field or part of a dotted name; null if it is unknown. */
export function fieldAt(resource: Resource, path: string): Field | null {
  const [name = '', part, ...rest] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined || rest.length > 0) return null;
  if (part === undefined) return field;
  return (Object.hasOwn(field.parts ?? {}, part) ? field.parts?.[part] : undefined) ?? null;
}

/**
 * Returns the fields and parts of a kind by dotted names.
 *
 * A field with parts is listed only by its parts.
 */
export function pathsOf(resource: Resource): readonly (readonly [string, Field])[] {
  return Object.entries(resource.fields).flatMap(([name, field]) =>
    field.parts === undefined
      ? [[name, field] as const]
      : Object.entries(field.parts).map(([part, each]) => [`${name}.${part}`, each] as const),
  );
}

/** Returns the normal value of a field or part in a shown record; null if there is none. */
export function valueAt(resource: Resource, record: JsonObject, path: string): Json | null {
  const [name = '', part] = path.split('.');
  const field = resource.fields[name];
  if (field === undefined) return null;
  const value = readValue(name, field, record);
  if (part === undefined) return value ?? null;
  return value !== undefined && isObject(value) ? (own(value, part) ?? null) : null;
}

/** Returns whether two values of a field or part mean the same. */
export function sameAt(resource: Resource, path: string, a: Json | null, b: Json | null): boolean {
  const field = fieldAt(resource, path);
  if (field === null) return JSON.stringify(a) === JSON.stringify(b);
  if (field.type === 'files') return sameFiles(listOf(a ?? []), listOf(b ?? []));
  return sameValue(field, a ?? undefined, b ?? undefined);
}

/**
 * Returns whether two lists hold the same files.
 *
 * Order does not count: the service decides it, and only added and removed files can be sent.
 */
export function sameFiles(a: readonly Json[], b: readonly Json[]): boolean {
  return a.length === b.length && [...withoutItems(a, b), ...withoutItems(b, a)].length === 0;
}

/** Returns values by dotted names in the shape of a record. */
export function nested(values: Readonly<Record<string, Json>>): JsonObject {
  const result = new Map<string, Json>();
  for (const [path, value] of Object.entries(values)) {
    const [name = '', part] = path.split('.');
    const old = result.get(name);
    if (part === undefined) result.set(name, value);
    else result.set(name, { ...(old !== undefined && isObject(old) ? old : {}), [part]: value });
  }
  return Object.fromEntries(result);
}
