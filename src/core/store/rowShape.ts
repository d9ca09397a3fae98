import { isNumeric } from '#contract/numbers.ts';
import { parseDecimal } from '#contract/decimal.ts';
import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readValue } from '#contract/values.ts';
import { columnsOf } from './cacheSchema.ts';
import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import { sortKey } from '../record/sortKey.ts';
import { pictureFields } from '../record/fileFields.ts';

/** The value by which a column sorts and filters; null if the record has none. */
export type SortKey = string | number | null;

/** The list row of a record: shown values, sort keys, and the text for searches. */
export interface RowShape {
  readonly key: string | null;
  readonly fields: string;
  /** One for each list column of the descriptor, in its order. */
  readonly keys: readonly SortKey[];
  readonly folded: string;
}

/** Longest part of a description that a search reads. */
const FOUND_BY = 300;

/** Returns the values of a record that a list shows, and its code. */
export function shownFields(
  resource: Resource,
  record: JsonObject,
): { readonly key: string | null; readonly fields: JsonObject } {
  const fields: Record<string, Json> = {};
  for (const [name, field] of columnsOf(resource)) {
    const value = shownValue(name, field, record);
    if (value !== undefined) fields[name] = value;
  }
  addPicture(resource, record, fields);
  return { key: keyText(resource, fields), fields };
}

/** More letters than the columns of an honest record have; a window gets hundreds of rows at once. */
const MOST_SHOWN = 100_000;

/** A larger record cannot be read alone, so it cannot be changed either. */
const MOST_BYTES = 2 * 1024 * 1024;

/** Returns whether a list can show a record of `size` bytes. */
export function isShowable(resource: Resource, record: JsonObject, size: number): boolean {
  if (size <= MOST_SHOWN) return true;
  if (size > MOST_BYTES) return false;
  return JSON.stringify(shownFields(resource, record).fields).length <= MOST_SHOWN;
}

/** Derives the list row of a record; accepts any value that a record may hold. */
export function rowShape(resource: Resource, record: JsonObject): RowShape {
  const { key, fields } = shownFields(resource, record);
  const keys: SortKey[] = [];
  const found: string[] = [];
  for (const [name, field] of columnsOf(resource)) {
    const value = own(fields, name);
    keys.push(value === undefined ? null : keyOf(field, value));
    if (field.type === 'text' && typeof value === 'string') found.push(value);
  }
  const description = record['description'];
  if (typeof description === 'string') found.push(description.slice(0, FOUND_BY));
  return {
    key,
    fields: JSON.stringify(fields),
    keys,
    folded: normalizeForSearch(found.join('\n')),
  };
}

/**
 * Returns the normal form of a value.
 *
 * Most values are plain texts and amounts, whose form is known without a schema.
 */
function shownValue(name: string, field: Field, record: JsonObject): Json | undefined {
  const raw = field.readAs === undefined ? own(record, name) : undefined;
  if (field.type === 'text' && typeof raw === 'string') return raw;
  if (field.type === 'number' && typeof raw === 'number') return raw;
  if (field.type === 'decimal' && typeof raw === 'string') return parseDecimal(raw) ?? raw;
  return readValue(name, field, record);
}

function keyText(resource: Resource, fields: JsonObject): string | null {
  const value = resource.key === null ? undefined : fields[resource.key];
  return typeof value === 'string' && value !== '' ? value : null;
}

function keyOf(field: Field, value: Json): SortKey {
  if (isNumeric(field)) {
    return typeof value === 'number' ? value : amountKey(plain(value).trim());
  }
  if (typeof value === 'boolean') return value ? 1 : 0;
  return sortKey(plain(value));
}

/**
 * Returns the sort key of an amount.
 *
 * A text that is no amount sorts as text. An empty text is no value, not a zero.
 */
function amountKey(text: string): SortKey {
  const decimal = parseDecimal(text);
  if (decimal !== null) return Number(decimal);
  return text === '' ? null : sortKey(text);
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Adds the first picture of each picture field, so that a grid can show it. */
function addPicture(resource: Resource, record: JsonObject, fields: Record<string, Json>): void {
  for (const name of pictureFields(resource)) {
    if (fields[name] !== undefined) continue;
    const value = record[name];
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' || (first !== undefined && isObject(first))) fields[name] = first;
  }
}
