import { isNumeric } from '#contract/numbers.ts';
import type { Json } from '#contract/json.ts';
import type { Filter } from '#contract/procedures.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { readAmount, readTypedValue } from './readTypedValue.ts';
import type { Fault } from './readTypedValue.ts';

export type Operator = Filter['op'];

/** A field that a list can be filtered by. */
export interface FilterField {
  readonly path: string;
  readonly field: Field;
  /** The group of a part; null for a whole field. */
  readonly group: Field | null;
}

const TEXT: readonly Operator[] = ['contains', 'is', 'not', 'empty', 'filled'];
const AMOUNT: readonly Operator[] = ['is', 'not', 'lt', 'lte', 'gt', 'gte', 'empty', 'filled'];
const DATE: readonly Operator[] = ['is', 'lt', 'lte', 'gt', 'gte', 'empty', 'filled'];
const PRESENCE: readonly Operator[] = ['filled', 'empty'];
const WITHIN: readonly Operator[] = ['contains', 'empty', 'filled'];

const BY_TYPE: Readonly<Record<FieldType, readonly Operator[]>> = {
  text: TEXT,
  longText: WITHIN,
  decimal: AMOUNT,
  number: AMOUNT,
  flag: ['is', 'empty', 'filled'],
  date: DATE,
  color: ['is', 'empty', 'filled'],
  group: PRESENCE,
  list: WITHIN,
  object: WITHIN,
  file: WITHIN,
  files: WITHIN,
};

/** Returns all fields that a filter can use, columns first. */
export function filterFields(resource: Resource): readonly FilterField[] {
  const all = Object.entries(resource.fields).flatMap(([name, field]): FilterField[] => {
    if (field.parts === undefined) return [{ path: name, field, group: null }];
    return Object.entries(field.parts).map(([part, partField]) => ({
      path: `${name}.${part}`,
      field: partField,
      group: field,
    }));
  });
  const isColumn = ({ field }: FilterField) => field.column !== undefined;
  return [...all.filter(isColumn), ...all.filter((each) => !isColumn(each))];
}

/** Returns the field of a filter; null if the descriptor no longer has it. */
export function filterField(resource: Resource, path: string): FilterField | null {
  return filterFields(resource).find((each) => each.path === path) ?? null;
}

/** Returns the operators for a field; numbers outside the columns are searched as text only. */
export function operatorsOf({ field }: FilterField): readonly Operator[] {
  if (field.column !== undefined) return BY_TYPE[field.type];
  return isNumeric(field) ? WITHIN : BY_TYPE[field.type];
}

/** Returns whether the operator compares with a value. */
export function takesValue(operator: Operator): boolean {
  return operator !== 'empty' && operator !== 'filled';
}

/**
 * Returns the filter that keeps the records with a value; null for a value without one.
 *
 * A blank value keeps the records without a value.
 */
export function filterOfValue(found: FilterField, value: Json | undefined): Filter | null {
  const operators = operatorsOf(found);
  const op = value === undefined || value === null || value === '' ? 'empty' : 'is';
  if (!operators.includes(op) || (typeof value === 'object' && value !== null)) return null;
  return { field: found.path, op, value: op === 'is' ? String(value) : '' };
}

const isoDate = z.iso.date();

/** The value of a filter as the core expects it, or a fault; null before the user types. */
export type FilterValue = { readonly value: string } | { readonly fault: Fault | null };

/** Parses the typed value of a filter. */
export function filterValue(field: Field, operator: Operator, text: string): FilterValue {
  if (!takesValue(operator)) return { value: '' };
  const trimmed = text.trim();
  if (trimmed === '') return { fault: null };
  if (isNumeric(field)) return amountValue(field, operator, trimmed);
  if (operator === 'contains') return { value: trimmed };
  if (field.type === 'text') {
    const read = readTypedValue(field, trimmed);
    return 'fault' in read
      ? read
      : { value: typeof read.value === 'string' ? read.value : trimmed };
  }
  const isTaken =
    field.type === 'date'
      ? isoDate.safeParse(trimmed).success
      : field.type !== 'flag' || trimmed === 'true' || trimmed === 'false';
  return isTaken ? { value: trimmed } : { fault: { type: 'expected', of: field.type } };
}

function amountValue(field: Field, operator: Operator, text: string): FilterValue {
  const read = readAmount(text, field);
  if ('decimal' in read) return { value: read.decimal };
  // A part of a number is searched in the stored form, with a point as decimal mark.
  const isPart = operator === 'contains' && read.fault.type !== 'two';
  return isPart ? { value: text.replace(',', '.') } : read;
}

/** Returns whether two filters are equal. */
export function sameFilter(a: Filter, b: Filter): boolean {
  return a.field === b.field && a.op === b.op && a.value === b.value;
}
