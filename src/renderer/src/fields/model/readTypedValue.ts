import type { Json } from '#contract/json.ts';
import { isNumeric, readText, readTyped, twoReadings } from '#contract/numbers.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import { isSheetError, isShortened } from '#contract/visibleText.ts';
import { decimalMark } from '../../i18n/format.ts';
import { readJson } from './jsonText.ts';
import type { JsonFault } from './jsonText.ts';

/** Why a text cannot be taken. `json` says where it breaks; `other` is the contract's sentence. */
export type Fault =
  | { readonly type: 'expected'; readonly of: FieldType }
  | { readonly type: 'required'; readonly of: FieldType }
  /** It is below zero where that hardly makes sense: kept when a person says so again. */
  | { readonly type: 'below' }
  /** It can be read as either of two numbers. */
  | { readonly type: 'two'; readonly one: string; readonly other: string }
  /** It is what a spreadsheet shows in the place of a value, or a number that it shortened. */
  | { readonly type: 'sheet'; readonly of: 'error' | 'shortened' }
  | { readonly type: 'json'; readonly place: JsonFault; readonly of: FieldType }
  | { readonly type: 'other'; readonly text: string }
  /** Another record has this code. */
  | { readonly type: 'taken'; readonly id: string; readonly title: string };

/** The value that a text means, or why it means none. */
export type ReadValue = { readonly value: Json } | { readonly fault: Fault };

/**
 * Reads what a person typed or pasted for a field, numbers as the language of the window writes them.
 *
 * The one reader of forms, cells, filters and bulk changes. What the field itself takes is checked by its schema.
 */
export function readTypedValue(
  field: Pick<Field, 'type' | 'unit' | 'code'>,
  text: string,
): ReadValue {
  if (isSheetError(text)) return { fault: { type: 'sheet', of: 'error' } };
  if (isNumeric(field)) {
    const read = readAmount(text, field);
    return 'fault' in read ? read : { value: read.decimal };
  }
  if (field.type === 'text' || field.type === 'longText') return readWords(field, text);
  if (field.type !== 'list' && field.type !== 'object') return { value: text };
  const read = readJson(text);
  return read.ok
    ? { value: read.value }
    : { fault: { type: 'json', place: read.fault, of: field.type } };
}

/** Reads a number as the language of the window writes it; what could be two numbers is asked. */
export function readAmount(
  text: string,
  { type, unit }: Pick<Field, 'type' | 'unit'> = { type: 'decimal' },
): { readonly decimal: string } | { readonly fault: Fault } {
  const mark = decimalMark();
  const read = readTyped(text, mark, unit);
  if ('decimal' in read) return read;
  const two = twoReadings(text, mark, unit);
  return {
    fault:
      two === null ? { type: 'expected', of: type } : { type: 'two', one: two[0], other: two[1] },
  };
}

/** A code without what nobody sees in it, a size without its unit. */
function readWords(field: Pick<Field, 'type' | 'unit' | 'code'>, text: string): ReadValue {
  if (field.type === 'text' && isShortened(text))
    return { fault: { type: 'sheet', of: 'shortened' } };
  const read = readText(field, text, decimalMark());
  return 'text' in read ? { value: read.text } : { fault: { type: 'expected', of: 'number' } };
}

/** Tells whether a value is an amount below zero, which a person is asked about. */
export function isBelowZero(field: Pick<Field, 'type' | 'signed'>, value: Json): boolean {
  return isNumeric(field) && field.signed !== true && Number(value) < 0;
}
