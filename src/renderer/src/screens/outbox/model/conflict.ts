import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Conflict, Operation } from '#contract/operations.ts';
import type { Field } from '#contract/resources/field.ts';
import { readValue, sameValue } from '#contract/values.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Texts } from '../../../state/typedTexts.ts';
import { fieldOf } from '../../../fields/values/values.ts';

export type Side = 'mine' | 'theirs';
export type Choices = Readonly<Record<string, Side>>;

/** The state of a field in a conflict: to be chosen, or merged already. */
export type Standing = 'clash' | 'only-mine' | 'only-theirs' | 'same';

export interface Compared {
  readonly field: string;
  readonly standing: Standing;
  readonly before: Json | null;
  readonly mine: Json | null;
  readonly theirs: Json | null;
}

/**
 * Returns the fields of a conflict, those to choose first; nested fields show only the changed
 * parts.
 */
export function compare(kind: Kind, conflict: Conflict): readonly Compared[] {
  const lines = conflict.fields.map(({ field, before, mine, theirs, clash }): Compared => {
    const spec = fieldOf(kind, field);
    const only = (value: Json | null) => partsAtStake(mine, value);
    const standing = clash ? 'clash' : sameValueOf(spec, mine, only(theirs)) ? 'same' : 'only-mine';
    return { field, standing, before: only(before), mine, theirs: only(theirs) };
  });
  return [...lines].sort((a, b) => Number(b.standing === 'clash') - Number(a.standing === 'clash'));
}

/** Returns the fields that changed only on the service since the base. */
export function changedOnlyThere(kind: Kind, conflict: Conflict): readonly Compared[] {
  const { theirs, base } = conflict;
  if (theirs === null || base === null) return [];
  const known = new Set(conflict.fields.map(({ field }) => field));
  return Object.entries(resourceOf(kind).fields).flatMap(([field, spec]): Compared[] => {
    if (known.has(field) || isOwnToService(spec, field)) return [];
    const [before, now] = [readValue(field, spec, base), readValue(field, spec, theirs)];
    if (now === undefined || sameValueOf(spec, before ?? null, now)) return [];
    return [{ field, standing: 'only-theirs', before: before ?? null, mine: null, theirs: now }];
  });
}

function isOwnToService(spec: Field, field: string): boolean {
  return spec.group === 'service' && (field === 'createdAt' || field === 'updatedAt');
}

function sameValueOf(spec: Field | undefined, a: Json | null, b: Json | null): boolean {
  if (spec === undefined) return JSON.stringify(a) === JSON.stringify(b);
  return sameValue(spec, a ?? undefined, b ?? undefined);
}

// A change of a nested field holds only the changed parts; other parts are left out.
function partsAtStake(mine: Json | null, value: Json | null): Json | null {
  if (!areParts(mine) || !isObject(value)) return value;
  const parts = Object.keys(mine).flatMap((name): [string, Json][] => {
    const part = own(value, name);
    return part === undefined ? [] : [[name, part]];
  });
  return Object.fromEntries(parts);
}

/** Returns all fields of a conflict that need a choice. */
export function clashing({ conflict }: Pick<Operation, 'conflict'>): Conflict['fields'] {
  return (conflict?.fields ?? []).filter(({ clash }) => clash);
}

/** Returns whether the value belongs to a nested field; a staged file is a single value. */
export function areParts(value: Json | null): value is JsonObject {
  return isObject(value) && !('$file' in value);
}

/** Returns the choices as stored texts; each is bound to the two values it was made between. */
export function choiceTexts(lines: readonly Compared[], choices: Choices): Texts {
  const made = lines.flatMap((line): [string, Side][] => {
    const side = choices[line.field];
    return side === undefined ? [] : [[choicePlace(line), side]];
  });
  return Object.fromEntries(made);
}

/** Returns the stored choices whose two values are still the same. */
export function choicesOf(lines: readonly Compared[], texts: Texts): Choices {
  const made = lines.flatMap((line): [string, Side][] => {
    const text = texts[choicePlace(line)];
    return text === 'mine' || text === 'theirs' ? [[line.field, text]] : [];
  });
  return Object.fromEntries(made);
}

function choicePlace({ field, mine, theirs }: Compared): string {
  return JSON.stringify([field, mine, theirs]);
}

/** Returns the fields that still need a choice. */
export function stillOpen(lines: readonly Compared[], choices: Choices): readonly string[] {
  return lines
    .filter(({ field, standing }) => standing === 'clash' && choices[field] === undefined)
    .map(({ field }) => field);
}

/** Returns the resulting value of a field; undefined before a choice. */
export function resultOf(line: Compared, choices: Choices): Json | null | undefined {
  switch (line.standing) {
    case 'clash': {
      const side = choices[line.field];
      return side === undefined ? undefined : line[side];
    }
    case 'only-theirs':
    case 'same':
      return line.theirs;
    case 'only-mine':
      return line.mine;
    default:
      return undefined;
  }
}

/** Returns the side chosen for every field; null if the choice is mixed or incomplete. */
export function uniform(lines: readonly Compared[], choices: Choices): Side | null {
  const sides = new Set(
    lines.filter(({ standing }) => standing === 'clash').map(({ field }) => choices[field]),
  );
  const [side] = sides;
  return sides.size === 1 && side !== undefined ? side : null;
}
