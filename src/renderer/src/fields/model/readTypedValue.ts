import type { Json } from '#contract/json.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { isNumeric, readText, readTyped, twoReadings } from '#contract/numbers.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import type { Rule } from '#contract/rules.ts';
import { statusCode } from '#contract/statusLabels.ts';
import { limitOf } from '#contract/valueLimits.ts';
import { isSheetError, isShortened } from '#contract/visibleText.ts';
import { decimalMark } from '../../i18n/format.ts';
import { profileStyle } from '../../i18n/profileStyle.ts';
import { inexactNumber, readJson } from './jsonText.ts';
import type { JsonPlace } from './jsonText.ts';

/**
 * The fault of a text.
 *
 * `json` holds the position of the fault, `other` the sentence of the contract.
 */
export type Fault =
  | { readonly type: 'expected'; readonly of: FieldType }
  | { readonly type: 'required'; readonly of: FieldType }
  /** A negative number that makes little sense; it is kept if the user confirms it. */
  | { readonly type: 'below' }
  /** A value that the service refused in another record; it is kept if the user confirms it. */
  | {
      readonly type: 'refused';
      readonly fact: 'required' | 'restricted';
      readonly at: number;
      readonly words: string;
      readonly list: readonly string[];
    }
  /** A text that can be read as two different numbers. */
  | { readonly type: 'two'; readonly one: string; readonly other: string }
  /** An error value of a spreadsheet, or a number that a spreadsheet shortened. */
  | { readonly type: 'sheet'; readonly of: 'error' | 'shortened' }
  | { readonly type: 'json'; readonly place: JsonPlace; readonly of: FieldType }
  /** A number in JSON that would lose digits. */
  | { readonly type: 'inexact'; readonly number: string }
  /** More levels, bytes or members than a value may have. */
  | { readonly type: 'limit'; readonly of: Expected }
  | { readonly type: 'other'; readonly text: string }
  /** A code that another record has. */
  | { readonly type: 'taken'; readonly id: string; readonly title: string };

/** The value of a text, or its fault. */
export type ReadValue = { readonly value: Json } | { readonly fault: Fault };

/**
 * Parses typed or pasted text for a field, with the number format of the current language.
 *
 * All forms, cells, filters and bulk changes use it. The field's schema checks the value
 * afterwards.
 */
export function readTypedValue(
  field: Pick<Field, 'type' | 'unit' | 'code' | 'coded'>,
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
  if (!read.ok) return { fault: { type: 'json', place: read.fault, of: field.type } };
  const inexact = inexactNumber(text);
  return inexact === null ? { value: read.value } : { fault: { type: 'inexact', number: inexact } };
}

/** Returns the value of a text as the schema of its field gives it, or the fault of the text. */
export function readFieldValue(field: Field, text: string): ReadValue {
  const read = readTypedValue(field, text);
  if ('fault' in read) return read;
  const parsed = field.schema.safeParse(read.value);
  if (!parsed.success) return { fault: { type: 'expected', of: field.type } };
  const limit = limitOf(parsed.data);
  return limit === null ? { value: parsed.data } : { fault: { type: 'limit', of: limit } };
}

/** Parses a number in the format of the current language; an ambiguous one is a fault. */
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

/**
 * Parses text: drops invisible characters from a code, and the unit from a size.
 *
 * A label of the profile becomes its code.
 */
function readWords(
  field: Pick<Field, 'type' | 'unit' | 'code' | 'coded'>,
  text: string,
): ReadValue {
  if (field.coded === true) return { value: statusCode(profileStyle().labels, text) };
  if (field.type === 'text' && isShortened(text))
    return { fault: { type: 'sheet', of: 'shortened' } };
  const read = readText(field, text, decimalMark());
  if ('fault' in read) return { fault: { type: 'expected', of: 'number' } };
  return { value: field.unit === undefined ? read.text : withPoint(read.text) };
}

const WITH_COMMA = /^\s*-?\d+,\d+\s*$/;

// A size is shown with the mark of the language, and the server takes a point.
function withPoint(text: string): string {
  return decimalMark() === ',' && WITH_COMMA.test(text) ? text.replace(',', '.') : text;
}

/** Returns the fault of a value that breaks a learned rule of the service. */
export function refusedFault(rule: Rule): Fault {
  const list = rule.fact === 'restricted' ? (rule.value ?? []) : [];
  return { type: 'refused', fact: rule.fact, at: rule.at, words: rule.words ?? '', list };
}

/** Returns whether the value is a negative number that the user must confirm. */
export function isBelowZero(field: Pick<Field, 'type' | 'signed'>, value: Json): boolean {
  return isNumeric(field) && field.signed !== true && Number(value) < 0;
}
