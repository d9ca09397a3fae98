import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { byName, rawValue } from './subject.ts';
import type { ByName, Subject } from './subject.ts';
import { isBlank } from '../../record/isBlank.ts';

/** Field groups that completeness ignores: placement, internal ids, order forms. */
const OPTIONAL_GROUPS = new Set(['more', 'place', 'form', 'service']);

interface Wanted extends ByName {
  readonly count: number;
}

const WANTED = new Map<Resource, Wanted>();

/** Returns the fields that a complete record of a kind has. */
function wantedOf(resource: Resource): Wanted {
  const known = WANTED.get(resource);
  if (known !== undefined) return known;
  const all = Object.entries(resource.fields).filter(
    ([, field]) => !OPTIONAL_GROUPS.has(field.group) && (field.create !== 'never' || field.update),
  );
  const wanted = { count: all.length, ...byName(all) };
  WANTED.set(resource, wanted);
  return wanted;
}

/** Returns the number of fields that a complete record has. */
export function countWanted(resource: Resource): number {
  return wantedOf(resource).count;
}

/**
 * Returns the number of filled wanted fields.
 *
 * A field with parts counts when all its parts are filled.
 */
export function filledFields({ resource, record }: Subject): number {
  const { plain, aliased } = wantedOf(resource);
  let filled = 0;
  for (const name of Object.keys(record)) {
    const field = plain.get(name);
    if (field !== undefined && isFilled(field, record[name])) filled += 1;
  }
  for (const [name, field] of aliased)
    if (isFilled(field, rawValue(resource, record, name))) filled += 1;
  return filled;
}

function isFilled({ parts }: Field, value: Json | undefined): boolean {
  if (isBlank(value)) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (parts === undefined || value === undefined || !isObject(value)) return true;
  for (const part in parts) if (isBlank(own(value, part))) return false;
  return true;
}
