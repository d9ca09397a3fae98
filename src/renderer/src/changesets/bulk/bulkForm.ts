import { parseDecimal, signOf } from '#contract/decimal.ts';
import { sameDecimal } from '#contract/decimal.ts';
import { isNumeric } from '#contract/numbers.ts';
import type { BulkChange } from '#contract/plans/plan.ts';
import type { Field } from '#contract/resources/field.ts';
import { readAmount, readTypedValue } from '../../fields/model/readTypedValue.ts';
import type { ReadValue } from '../../fields/model/readTypedValue.ts';
import type { NamedField } from '../../fields/model/fields.ts';

export type BulkCode = BulkChange['code'];

/** What stands in the form of a bulk change; numbers as they are typed. */
export interface BulkForm {
  readonly code: BulkCode;
  readonly path: string;
  readonly value: string;
  readonly find: string;
  readonly replacement: string;
  readonly matchCase: boolean;
  readonly wholeValue: boolean;
  readonly amount: string;
  /** A multiple such as `0.10`; '' does not round. */
  readonly round: string;
}

/** The steps to which a price is most often rounded. */
export const ROUNDINGS = ['', '0.01', '0.05', '0.10', '0.50', '1', '5', '10'] as const;

const isText = ({ type }: Field) => type === 'text' || type === 'longText';

const TAKES: Readonly<Record<BulkCode, (field: Field) => boolean>> = {
  set: ({ type }) => !['file', 'files', 'list', 'object', 'group'].includes(type),
  clear: isText,
  replace: isText,
  add: isNumeric,
  percent: isNumeric,
};

export const BULK_CODES = ['percent', 'add', 'set', 'replace', 'clear'] as const;

/** The fields that a change can be made to: only those the document lets one change. */
export function fieldsFor(code: BulkCode, fields: readonly NamedField[]): readonly NamedField[] {
  return fields.filter(({ field, update }) => update && TAKES[code](field));
}

/** The changes that at least one field of a kind takes. */
export function codesFor(fields: readonly NamedField[]): readonly BulkCode[] {
  return BULK_CODES.filter((code) => fieldsFor(code, fields).length > 0);
}

/** An empty form for a change, with the likeliest field: a price for numbers. */
export function emptyForm(code: BulkCode, fields: readonly NamedField[]): BulkForm {
  const takes = fieldsFor(code, fields);
  return {
    code,
    path: takes[0]?.path ?? '',
    value: '',
    find: '',
    replacement: '',
    matchCase: false,
    wholeValue: false,
    amount: '',
    round: code === 'percent' ? '0.10' : '',
  };
}

/** Another change in the same form: what was typed stays, the field only where it still fits. */
export function withCode(form: BulkForm, code: BulkCode, fields: readonly NamedField[]): BulkForm {
  const takes = fieldsFor(code, fields);
  const path = takes.some((each) => each.path === form.path) ? form.path : (takes[0]?.path ?? '');
  return { ...form, code, path };
}

/** The change that a form asks for; null while something is missing or is no number. */
export function changeOf(form: BulkForm, field: Field | undefined): BulkChange | null {
  if (field === undefined) return null;
  const { path } = form;
  if (form.code === 'clear') return { code: 'clear', field: path };
  if (form.code === 'replace') return replaceOf(form);
  if (form.code === 'set') {
    const read = setValue(form.value, field);
    return read !== null && 'value' in read
      ? { code: 'set', field: path, value: read.value }
      : null;
  }
  const read = readAmount(form.amount);
  if ('fault' in read || sameDecimal(read.decimal, '0')) return null;
  const number = read.decimal;
  const round = roundOf(form.round);
  return form.code === 'add'
    ? { code: 'add', field: path, amount: number, ...round }
    : { code: 'percent', field: path, percent: number, ...round };
}

function replaceOf({
  path,
  find,
  replacement,
  matchCase,
  wholeValue,
}: BulkForm): BulkChange | null {
  if (find === '') return null;
  return { code: 'replace', field: path, find, with: replacement, matchCase, wholeValue };
}

function roundOf(step: string): { round?: { to: string } } {
  const to = parseDecimal(step);
  return to === null || signOf(to) !== 1 ? {} : { round: { to } };
}

/** The value that a text gives the field, or why it gives none; null while nothing is typed. */
export function setValue(text: string, field: Field): ReadValue | null {
  // Emptying has its own change, which says so.
  if (text.trim() === '') return null;
  const read = readTypedValue(field, text);
  if ('fault' in read) return read;
  const parsed = field.schema.safeParse(read.value);
  return parsed.success ? { value: parsed.data } : { fault: { type: 'expected', of: field.type } };
}
