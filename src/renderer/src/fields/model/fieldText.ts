import { parseDecimal } from '#contract/decimal.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import {
  decimalMark,
  formatCount,
  formatDate,
  formatDecimal,
  formatPrice,
  formatTime,
} from '../../i18n/format.ts';
import { prettyJson } from './jsonText.ts';

/** The words for a flag in the language of the interface. */
export interface FlagWords {
  readonly yes: string;
  readonly no: string;
}

const STAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

/** A value as a person reads it; what does not fit the field's type is shown as it came. */
export function showValue(field: Field | null, value: Json | undefined, words: FlagWords): string {
  if (value === undefined || value === null) return '';
  const show = field === null ? undefined : SHOWN[field.type];
  return field === null || show === undefined
    ? compact(value)
    : (show(field, value, words) ?? compact(value));
}

type Show = (field: Field, value: Json, words: FlagWords) => string | null;

// What is not named here, or does not fit its type, is shown as it came.
const SHOWN: Partial<Record<FieldType, Show>> = {
  decimal: (_field, value) => (typeof value === 'object' ? null : formatPrice(String(value))),
  number: (_field, value) => (typeof value === 'object' ? null : formatDecimal(String(value))),
  flag: (_field, value, { yes, no }) => (typeof value === 'boolean' ? (value ? yes : no) : null),
  date: (_field, value) => (typeof value === 'string' ? formatDate(value) : null),
  group: (field, value, words) => (isObject(value) ? showParts(field, value, words) : null),
  file: (_field, value) => (typeof value === 'string' ? fileName(value) : null),
  files: (_field, value) => (Array.isArray(value) ? formatCount(value.length) : null),
  text: (_field, value) =>
    typeof value === 'string' && STAMP.test(value) ? showStamp(value) : null,
};

function showStamp(value: string): string {
  const at = Date.parse(value);
  // The engine counts 31 February on into March; a day that there is none of comes back as it was.
  const isNone = Number.isNaN(at) || formatDate(value) === value;
  return isNone ? value : formatTime(at);
}

function showParts(field: Field, value: Readonly<Record<string, Json>>, words: FlagWords): string {
  const parts = Object.entries(field.parts ?? {}).map(([name, part]) =>
    showValue(part, value[name], words),
  );
  const named = Object.keys(field.parts ?? {});
  if (named.join('') === 'xyz') return parts.every((part) => part === '') ? '' : parts.join(' × ');
  return parts.filter((part) => part !== '').join(' · ');
}

/** What of a value no part of its field has room for: parts that nobody knows, or all of what has no parts. */
export function restOf({ parts }: Field, value: Json | undefined): string | null {
  if (parts === undefined || value === undefined || value === null || value === '') return null;
  if (!isObject(value)) return compact(value);
  const rest = Object.entries(value).filter(([name]) => !Object.hasOwn(parts, name));
  return rest.length === 0 ? null : compact(Object.fromEntries(rest));
}

/** Any JSON value in one line. */
export function compact(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** The last part of a path, as people call a file; all of one that ends with a slash. */
export function fileName(path: string): string {
  return path.split('/').at(-1) || path;
}

/** A value as the text of its editor, in the language's decimals; '' when there is none. */
export function editText(field: Field, value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (field.type === 'list' || field.type === 'object')
    return typeof value === 'string' ? value : prettyJson(value);
  if (typeof value === 'object') return JSON.stringify(value);
  const isNumber = field.type === 'decimal' || field.type === 'number';
  return isNumber ? amountText(String(value)) : String(value);
}

// Another mark in what is no amount, such as 1.234,50, would make another text of it.
function amountText(text: string): string {
  return parseDecimal(text) === null ? text : text.replace('.', decimalMark());
}

/** One value inside another by its path: `wymiary.x`. */
export function at(values: Json | undefined, path: string): Json | undefined {
  return path
    .split('.')
    .reduce<Json | undefined>(
      (value, key) => (value !== undefined && isObject(value) ? own(value, key) : undefined),
      values,
    );
}
