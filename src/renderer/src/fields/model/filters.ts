import { isNumeric } from '#contract/numbers.ts';
import type { Filter } from '#contract/procedures.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { readAmount } from './readTypedValue.ts';
import type { Fault } from './readTypedValue.ts';

export type Operator = Filter['op'];

/** A field by which a list can be filtered. */
export interface FilterField {
  readonly path: string;
  readonly field: Field;
  /** For a part of a group: the group it belongs to. */
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

/** Every field that a filter can name, columns first. */
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

/** The field of a filter, or null for one that the descriptor no longer has. */
export function filterField(resource: Resource, path: string): FilterField | null {
  return filterFields(resource).find((each) => each.path === path) ?? null;
}

/** What can be asked of a field. Outside the columns amounts are only text to the search. */
export function operatorsOf({ field }: FilterField): readonly Operator[] {
  if (field.column !== undefined) return BY_TYPE[field.type];
  return isNumeric(field) ? WITHIN : BY_TYPE[field.type];
}

/** The operator compares with a value. */
export function takesValue(operator: Operator): boolean {
  return operator !== 'empty' && operator !== 'filled';
}

const isoDate = z.iso.date();

/** The value of a filter in the form the core takes, or what stands against it: null while nothing is typed. */
export type FilterValue = { readonly value: string } | { readonly fault: Fault | null };

/** Reads what was typed as the value of a filter. */
export function filterValue(field: Field, operator: Operator, text: string): FilterValue {
  if (!takesValue(operator)) return { value: '' };
  const trimmed = text.trim();
  if (trimmed === '') return { fault: null };
  if (isNumeric(field)) return amountValue(field, operator, trimmed);
  if (operator === 'contains') return { value: trimmed };
  const isTaken =
    field.type === 'date'
      ? isoDate.safeParse(trimmed).success
      : field.type !== 'flag' || trimmed === 'true' || trimmed === 'false';
  return isTaken ? { value: trimmed } : { fault: { type: 'expected', of: field.type } };
}

function amountValue(field: Field, operator: Operator, text: string): FilterValue {
  const read = readAmount(text, field);
  if ('decimal' in read) return { value: read.decimal };
  // A part of a number is sought in it as it is kept, whatever mark the language writes.
  const isPart = operator === 'contains' && read.fault.type !== 'two';
  return isPart ? { value: text.replace(',', '.') } : read;
}

/** Two filters ask the same. */
export function sameFilter(a: Filter, b: Filter): boolean {
  return a.field === b.field && a.op === b.op && a.value === b.value;
}
