import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { changeList, listOf } from './overlay.ts';
import { holdsItem } from './patch.ts';
import type { Patch } from './patch.ts';

/** One field of a three-way merge. */
export interface MergedField {
  readonly field: string;
  readonly before: Json | null;
  readonly mine: Json | null;
  readonly theirs: Json | null;
  readonly clash: boolean;
}

/** The result of a merge: the patch that is left to send, and the merged fields. */
export interface Merge {
  readonly send: Patch;
  readonly fields: readonly MergedField[];
  readonly clashes: boolean;
  /** Whether the record already shows a part of the change, which need not be sent. */
  readonly isPartlyThere: boolean;
}

/**
 * Merges a change with the service's record, field by field, against its base.
 *
 * A field that changed only here is sent. One that changed only there is kept. One that changed to
 * the same value on both sides is not sent. One that changed differently is a clash, which the user
 * must settle. Nested parts are merged one by one.
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
    // The n-th added file replaces the n-th removed one. If neither is in the list, a remote change
    // replaced it.
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

// The service may store a nested object as a whole, so all its parts are sent: the remote ones,
// overlaid with the local ones.
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
