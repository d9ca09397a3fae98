import { parseDecimal, signOf } from '#contract/decimal.ts';
import { sameDecimal } from '#contract/decimal.ts';
import { isNumeric } from '#contract/numbers.ts';
import type { BulkChange } from '#contract/changesets/changeset.ts';
import type { Field } from '#contract/resources/field.ts';
import { readAmount, readFieldValue } from '../../fields/model/readTypedValue.ts';
import type { ReadValue } from '../../fields/model/readTypedValue.ts';
import type { NamedField } from '../../fields/model/fields.ts';

export type BulkCode = BulkChange['code'];

/** The state of the form of a bulk change; numbers are kept as typed. */
export interface BulkForm {
  readonly code: BulkCode;
  readonly path: string;
  readonly value: string;
  readonly find: string;
  readonly replacement: string;
  readonly matchCase: boolean;
  readonly wholeValue: boolean;
  readonly amount: string;
  /** A multiple such as `0.10`; an empty text means no rounding. */
  readonly round: string;
}

/** The usual rounding steps of prices. */
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

/** Returns the fields that a change applies to; only those that the document allows to update. */
export function fieldsFor(code: BulkCode, fields: readonly NamedField[]): readonly NamedField[] {
  return fields.filter(({ field, update }) => update && TAKES[code](field));
}

/** Returns the changes that apply to at least one field. */
export function codesFor(fields: readonly NamedField[]): readonly BulkCode[] {
  return BULK_CODES.filter((code) => fieldsFor(code, fields).length > 0);
}

/** Returns an empty form for a change, with the first suitable field. */
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

/** Returns the form with another change; typed text stays, and the field stays if it suits. */
export function withCode(form: BulkForm, code: BulkCode, fields: readonly NamedField[]): BulkForm {
  const takes = fieldsFor(code, fields);
  const path = takes.some((each) => each.path === form.path) ? form.path : (takes[0]?.path ?? '');
  return { ...form, code, path };
}

/** Returns the change of a form; null while it is incomplete or invalid. */
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

/** Returns the value or fault of a text for the field; null while the text is empty. */
export function setValue(text: string, field: Field): ReadValue | null {
  // Clearing a field is a separate change.
  return text.trim() === '' ? null : readFieldValue(field, text);
}
