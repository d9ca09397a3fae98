import { isNumeric } from '#contract/numbers.ts';
import { parseDecimal } from '#contract/decimal.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import { valueText } from '#contract/valueText.ts';
import type { ValueStyle } from '#contract/valueText.ts';
import { decimalMark, formatCount, formatDate, formatTime } from '../../i18n/format.ts';
import { prettyJson } from './jsonText.ts';

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** Returns a value as readable text; a value that does not fit the field's type stays as it is. */
export function showValue(field: Field | null, value: Json | undefined, style: ValueStyle): string {
  if (value === undefined || value === null) return '';
  if (field === null) return compact(value);
  const show = SHOWN[field.type];
  return valueText(field, value, style) ?? show?.(field, value, style) ?? compact(value);
}

type Show = (field: Field, value: Json, style: ValueStyle) => string | null;

// Types missing here, and values that do not fit their type, are shown unchanged.
const SHOWN: Partial<Record<FieldType, Show>> = {
  date: (_field, value) => (typeof value === 'string' ? formatDate(value) : null),
  group: (field, value, style) => (isObject(value) ? showParts(field, value, style) : null),
  file: (_field, value) => (typeof value === 'string' ? fileName(value) : null),
  files: (_field, value) => (Array.isArray(value) ? formatCount(value.length) : null),
  text: (_field, value) =>
    typeof value === 'string' && STAMP.test(value) ? showStamp(value) : null,
};

function showStamp(value: string): string {
  const at = Date.parse(value);
  // The engine turns 31 February into a day in March; `formatDate` returns such a date unchanged.
  const isNone = Number.isNaN(at) || formatDate(value) === value;
  return isNone ? value : formatTime(at);
}

function showParts(field: Field, value: Readonly<Record<string, Json>>, style: ValueStyle): string {
  const parts = Object.entries(field.parts ?? {}).map(([name, part]) =>
    showValue(part, value[name], style),
  );
  const named = Object.keys(field.parts ?? {});
  if (named.join('') === 'xyz') return parts.every((part) => part === '') ? '' : parts.join(' × ');
  return parts.filter((part) => part !== '').join(' · ');
}

/**
 * Returns the content of a value that no part of its field shows.
 *
 * These are unknown parts, or the whole value if it has no parts.
 */
export function restOf({ parts }: Field, value: Json | undefined): string | null {
  if (parts === undefined || value === undefined || value === null || value === '') return null;
  if (!isObject(value)) return compact(value);
  const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(parts, name));
  return rest.length === 0 ? null : compact(Object.fromEntries(rest));
}

/** Returns any JSON value in one line. */
export function compact(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the last part of a path; the whole path if it ends with a slash. */
export function fileName(path: string): string {
  return path.split('/').at(-1) || path;
}

/**
 * Returns a value as editable text, with the decimal mark of the language; empty if there is none.
 */
export function editText(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (field.type === 'list' || field.type === 'object')
    return typeof value === 'string' ? value : prettyJson(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const isNumber = isNumeric(field) || field.unit !== undefined;
  return isNumber ? amountText(String(value)) : String(value);
}

// Replacing the mark in a text that is no number, such as 1.234,50, would change its meaning.
function amountText(text: string): string {
  return parseDecimal(text) === null ? text : text.replace('.', decimalMark());
}

/** Returns a nested value by its path, such as `wymiary.x`. */
export function at(values: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) => (value !== undefined && isObject(value) ? own(value, key) : undefined),
      values,
    );
}
