import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Rule } from '#contract/problems.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { parseDecimal } from '#contract/decimal.ts';
import { isBlank } from '../../record/isBlank.ts';

/** A record as a rule looks at it: the service's, with queued changes laid over. */
export interface Subject {
  readonly resource: Resource;
  readonly record: JsonObject;
}

/** What a rule found. `mark` is the value at fault: a hidden problem comes back when it changes. */
export interface Finding {
  readonly rule: Rule;
  readonly field: string;
  readonly params: JsonObject;
  readonly mark: string;
}

/** Nothing is wrong, as nearly always: one for all of millions of looks. */
export const NONE: readonly Finding[] = [];

/** The names of a field's value in the record, the first that is there. */
export function rawValue(resource: Resource, record: JsonObject, name: string): Json | undefined {
  const aliases = resource.fields[name]?.readAs;
  if (aliases === undefined) return own(record, name);
  const found = aliases.find((alias) => !isBlank(own(record, alias)));
  return own(record, found ?? aliases[0] ?? name);
}

/**
 * Fields with one name, by it, and those that are read under several. What a record has is walked in a tenth of
 * the time that asking it for each field takes.
 */
export interface ByName {
  readonly plain: ReadonlyMap<string, Field>;
  readonly aliased: readonly (readonly [string, Field])[];
}

export function byName(fields: readonly (readonly [string, Field])[]): ByName {
  return {
    plain: new Map(fields.filter(([, { readAs }]) => readAs === undefined)),
    aliased: fields.filter(([, { readAs }]) => readAs !== undefined),
  };
}

/** A value as a number, or null where it is none. */
export function numberOf(value: Json | undefined): number | null {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return null;
  const decimal = parseDecimal(value);
  return decimal === null ? null : Number(decimal);
}

/** The three sides of a size, null where one is blank or no number. */
export function sides(value: Json | undefined): readonly [number, number, number] | null {
  if (value === undefined || !isObject(value)) return null;
  const [x, y, z] = ['x', 'y', 'z'].map((side) => numberOf(own(value, side)));
  return x === undefined ||
    y === undefined ||
    z === undefined ||
    x === null ||
    y === null ||
    z === null
    ? null
    : [x, y, z];
}
