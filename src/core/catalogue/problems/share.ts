import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { byName, rawValue } from './subject.ts';
import type { ByName, Subject } from './subject.ts';
import { isBlank } from '../../record/isBlank.ts';

/** Groups whose fields a complete record need not have: placement, internal ids, order forms. */
const OPTIONAL_GROUPS = new Set(['more', 'place', 'form', 'service']);

interface Wanted extends ByName {
  readonly count: number;
}

const WANTED = new Map<Resource, Wanted>();

/** The fields that make a record of a kind complete. */
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

/** How many fields make a record of a kind complete. */
export function countWanted(resource: Resource): number {
  return wantedOf(resource).count;
}

/** How many of the wanted fields are filled; a group counts when all of its parts are. */
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
