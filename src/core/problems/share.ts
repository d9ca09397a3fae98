import { isObject, own } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { isBlank, rawValue } from './subject.ts';
import type { Subject } from './subject.ts';

/** Groups whose fields a complete record need not have: placement, internal ids, order forms. */
const OPTIONAL_GROUPS = new Set(['more', 'place', 'form', 'service']);
const WANTED = new Map<Resource, readonly (readonly [string, Field])[]>();

/** The fields that make a record of a kind complete. */
export function wantedFields(resource: Resource): readonly (readonly [string, Field])[] {
  const known = WANTED.get(resource);
  if (known !== undefined) return known;
  const wanted = Object.entries(resource.fields).filter(
    ([, field]) => !OPTIONAL_GROUPS.has(field.group) && (field.create !== 'never' || field.update),
  );
  WANTED.set(resource, wanted);
  return wanted;
}

/** How many of the wanted fields are filled; a group counts when all of its parts are. */
export function filledFields({ resource, record }: Subject): number {
  return wantedFields(resource).filter(([name, { parts }]) => {
    const value = rawValue(resource, record, name);
    if (isBlank(value)) return false;
    if (Array.isArray(value)) return value.length > 0;
    if (parts === undefined || value === undefined || !isObject(value)) return true;
    return Object.keys(parts).every((part) => !isBlank(own(value, part)));
  }).length;
}
