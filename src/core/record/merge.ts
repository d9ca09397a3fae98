import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { changeList, listOf } from './overlay.ts';
import { holdsItem } from './patch.ts';
import type { Patch } from './patch.ts';

/** One field seen from three sides. */
export interface MergedField {
  readonly field: string;
  readonly before: Json | null;
  readonly mine: Json | null;
  readonly theirs: Json | null;
  readonly clash: boolean;
}

/** What is left to send once the service's present record is known, and where both sides changed. */
export interface Merge {
  readonly send: Patch;
  readonly fields: readonly MergedField[];
  readonly clashes: boolean;
  /** Whether something of the change need not be sent, as the record shows it already. */
  readonly isPartlyThere: boolean;
}

/**
 * Merges a change field by field against the record it was made from. Changed here only: sent.
 * Changed there only: kept. Changed to the same on both sides: nothing to send. Changed differently:
 * a clash that a person must settle. Nested parts count each for itself.
 */
export function merge(
  resource: Resource,
  base: JsonObject,
  patch: Patch,
  theirs: JsonObject,
): Merge {
  const values: Record<string, Json> = {};
  const fields: MergedField[] = [];
  let isPartlyThere = false;
  for (const [name, mine] of Object.entries(patch.values)) {
    const field = resource.fields[name];
    if (field === undefined) continue;
    const sides = { base: readValue(name, field, base), theirs: readValue(name, field, theirs) };
    const result = mergeField(field, sides.base, mine, sides.theirs);
    if (result.send !== undefined) values[name] = result.send;
    isPartlyThere ||= result.isPartlyThere;
    fields.push({ ...shown(name, sides.base, mine, sides.theirs), clash: result.clash });
  }
  const files: Patch['files'] = {};
  for (const [name, change] of Object.entries(patch.files)) {
    const there = listOf(own(theirs, name));
    const holds = (item: Json) => holdsItem(there, item);
    const add = change.add.filter((item) => !holds(item));
    const remove = change.remove.filter(holds);
    // The n-th that joins takes the place of the n-th that leaves: one that is gone while mine is not there was theirs.
    const isTheirs = (item: Json, place: number) =>
      !holds(item) && !holds(change.add[place] ?? item);
    const clash = resource.swapsFiles && add.length > 0 && change.remove.some(isTheirs);
    if (add.length > 0 || remove.length > 0) files[name] = { add, remove };
    isPartlyThere ||= add.length < change.add.length || remove.length < change.remove.length;
    const before = listOf(own(base, name));
    fields.push({
      ...shown(
        name,
        before,
        changeList(before, change.add, change.remove, resource.swapsFiles),
        there,
      ),
      clash,
    });
  }
  const clashes = fields.some(({ clash }) => clash);
  return { send: { values, files }, fields, clashes, isPartlyThere };
}

function shown(name: string, before: Json | undefined, mine: Json, theirs: Json | undefined) {
  return { field: name, before: before ?? null, mine, theirs: theirs ?? null };
}

interface FieldMerge {
  readonly send: Json | undefined;
  readonly clash: boolean;
  readonly isPartlyThere: boolean;
}

function mergeField(
  field: Field,
  base: Json | undefined,
  mine: Json,
  theirs: Json | undefined,
): FieldMerge {
  if (field.parts !== undefined && isObject(mine))
    return mergeParts(field.parts, base, mine, theirs);
  if (sameValue(field, mine, theirs)) return { send: undefined, clash: false, isPartlyThere: true };
  return { send: mine, clash: !sameValue(field, base, theirs), isPartlyThere: false };
}

// The service may take a nested object as a whole, so all of its parts go along: theirs, with mine laid over.
function mergeParts(
  parts: Readonly<Record<string, Field>>,
  base: Json | undefined,
  mine: JsonObject,
  theirs: Json | undefined,
): FieldMerge {
  const old = base !== undefined && isObject(base) ? base : {};
  const there = theirs !== undefined && isObject(theirs) ? theirs : {};
  const results = Object.entries(mine).map(([name, part]) => {
    const field = parts[name];
    if (field === undefined) return { name, send: undefined, clash: false, isPartlyThere: false };
    return { name, ...mergeField(field, own(old, name), part, own(there, name)) };
  });
  const sent = results.filter((each) => each.send !== undefined);
  const whole = {
    ...there,
    ...Object.fromEntries(sent.map(({ name, send }) => [name, send ?? null])),
  };
  return {
    send: sent.length > 0 ? whole : undefined,
    clash: results.some(({ clash }) => clash),
    isPartlyThere: results.some((each) => each.isPartlyThere),
  };
}

/** Fields that the service sets by itself: never a sign that a person changed the record. */
const OWN_TO_SERVICE = new Set(['_id', '__v', 'createdAt', 'updatedAt']);

/**
 * The fields in which two reads of a record differ, where both show the field, under whichever of its names; a field
 * that was emptied is one of them.
 */
export function changedFields(
  resource: Resource,
  base: JsonObject,
  theirs: JsonObject,
): readonly MergedField[] {
  const shownHere = Object.keys(base).filter((name) => !OWN_TO_SERVICE.has(name));
  const names = new Set(shownHere.map((name) => fieldName(resource, name)));
  return [...names].flatMap((name) => {
    const aliases = fieldOf(resource, name)?.readAs ?? [name];
    if (aliases.every((alias) => own(theirs, alias) === undefined)) return [];
    if (isSameIn(resource, name, base, theirs)) return [];
    const [before, now] = [base, theirs].map((record) => valueIn(resource, name, record));
    return [{ field: name, before: before ?? null, mine: null, theirs: now ?? null, clash: true }];
  });
}

/** Whether two reads of a record show one value of a field, which may be one that no descriptor knows. */
export function isSameIn(resource: Resource, name: string, a: JsonObject, b: JsonObject): boolean {
  const [one, other] = [valueIn(resource, name, a), valueIn(resource, name, b)];
  const field = fieldOf(resource, name);
  return field === undefined
    ? JSON.stringify(one) === JSON.stringify(other)
    : sameValue(field, one, other);
}

/** What a read of a record shows of a field, under whichever of its names; of one that no descriptor knows, as it came. */
export function valueIn(resource: Resource, name: string, record: JsonObject): Json | undefined {
  const field = fieldOf(resource, name);
  return field === undefined ? own(record, name) : readValue(name, field, record);
}

function fieldOf({ fields }: Resource, name: string): Field | undefined {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The field that a record shows under a name; one that no descriptor knows keeps its own. */
function fieldName({ fields }: Resource, name: string): string {
  if (Object.hasOwn(fields, name)) return name;
  const found = Object.entries(fields).find(([, { readAs }]) => readAs?.includes(name) === true);
  return found?.[0] ?? name;
}
