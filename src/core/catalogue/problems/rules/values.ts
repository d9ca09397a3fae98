import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { shortText } from '../../../platform/shortText.ts';
import { digestOf } from '../../../record/digest.ts';
import { byName, NONE, numberOf, rawValue } from '../subject.ts';
import type { ByName, Finding, Subject } from '../subject.ts';
import { isBlank } from '../../../record/isBlank.ts';

/** Tests the type that the document shows for a field; `null` for several types or none. */
const SHOWN: Readonly<Record<Field['type'], ((value: Json) => boolean) | null>> = {
  text: (value) => typeof value === 'string',
  longText: (value) => typeof value === 'string',
  color: (value) => typeof value === 'string',
  date: (value) => typeof value === 'string',
  decimal: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  flag: (value) => typeof value === 'boolean',
  list: Array.isArray,
  files: (value) => Array.isArray(value) && value.every(isFile),
  file: isFile,
  object: isObject,
  group: isObject,
};

function isFile(value: Json): boolean {
  return typeof value === 'string' || fileRef.safeParse(value).success;
}

/**
 * Returns whether the document shows several types for a field, or none.
 *
 * See doc §2.3, §2.4 and §3.
 */
function isOpen({ formMayDiffer, anyType }: Field): boolean {
  return formMayDiffer === true || anyType === true;
}

interface FieldPlace {
  readonly name: string;
  readonly alias: string;
  readonly field: Field;
}

const FIELDS = new Map<Resource, ByName>();

function fieldsOf(resource: Resource): ByName {
  const fields = FIELDS.get(resource) ?? byName(Object.entries(resource.fields));
  FIELDS.set(resource, fields);
  return fields;
}

/** Finds values of another type than the document shows. */
export function wrongType({ resource, record }: Subject): readonly Finding[] {
  const { plain, aliased } = fieldsOf(resource);
  let found = NONE;
  const look = (name: string, alias: string, field: Field, value: Json | undefined) => {
    if (value === undefined || value === null || isPlain(field, value)) return;
    const wrong = wrongIn({ name, alias, field }, value);
    if (wrong.length > 0) found = [...found, ...wrong];
  };
  for (const name of Object.keys(record)) {
    const field = plain.get(name);
    if (field !== undefined) look(name, name, field, record[name]);
  }
  for (const [name, field] of aliased)
    for (const alias of field.readAs ?? []) look(name, alias, field, own(record, alias));
  return found;
}

function wrongIn({ name, alias, field }: FieldPlace, value: Json): readonly Finding[] {
  if (!fits(alias, field, value)) return [mistyped(name, field, value)];
  return field.parts === undefined ? NONE : wrongParts(name, field.parts, value);
}

function fits(alias: string, field: Field, value: Json): boolean {
  if (isOpen(field))
    return (
      typeof value !== 'object' &&
      (field.type !== 'decimal' || value === '' || numberOf(value) !== null)
    );
  // doc §2.4: a material's price is a number under `price` and text under `CIJENA`.
  if (field.type === 'decimal' && alias === 'price')
    return numberOf(value) !== null || value === '';
  const isShown = SHOWN[field.type]?.(value) ?? true;
  if (!isShown || value === '') return isShown;
  if (field.type === 'decimal') return numberOf(value) !== null;
  return field.type === 'color' || field.type === 'date'
    ? field.schema.safeParse(dayOf(field, value)).success
    : true;
}

// A service may return a date as a time stamp.
function dayOf(field: Field, value: Json): Json {
  return field.type === 'date' && typeof value === 'string' ? value.slice(0, 10) : value;
}

function wrongParts(
  name: string,
  parts: Readonly<Record<string, Field>>,
  value: Json,
): readonly Finding[] {
  if (!isObject(value)) return NONE;
  const found: Finding[] = [];
  for (const part in parts) {
    const [field, inner] = [parts[part], own(value, part)];
    if (field === undefined || inner === undefined || isPlain(field, inner)) continue;
    if (!isBlank(inner) && !field.schema.safeParse(inner).success)
      found.push(mistyped(`${name}.${part}`, field, inner));
  }
  return found;
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns whether a value is obviously valid, without its schema.
 *
 * A catalogue has millions of such values.
 */
function isPlain({ type }: Field, value: Json): boolean {
  if (typeof value === 'string')
    return (
      type === 'text' || type === 'longText' || (type === 'decimal' && PLAIN_DECIMAL.test(value))
    );
  return type === 'number' && typeof value === 'number';
}

const LONGEST = 10_000;

function mistyped(field: string, { type, schema }: Field, value: Json): Finding {
  const readable = schema.safeParse(value).success;
  const text = JSON.stringify(value);
  // A window shows hundreds of problems at once, and a foreign value may have megabytes.
  const isLong = text.length > LONGEST;
  const params = { value: isLong ? shortText(text, LONGEST) : value, expected: type, readable };
  const mark = isLong ? digestOf(Buffer.from(text)).toString('hex') : text;
  return { rule: 'wrong-type', field, params, mark };
}

/** Finds missing prices. */
export function priceMissing({ resource, record }: Subject): readonly Finding[] {
  if (!isBlank(rawValue(resource, record, 'price'))) return NONE;
  return [{ rule: 'price-missing', field: 'price', params: {}, mark: '' }];
}

export function priceZero({ resource, record }: Subject): readonly Finding[] {
  const value = rawValue(resource, record, 'price');
  const price = numberOf(value);
  if (price === null || price > 0) return NONE;
  return [
    { rule: 'price-zero', field: 'price', params: { value: value ?? null }, mark: String(price) },
  ];
}

/** Finds stock below the record's own lower limit. */
export function stockLow({ record }: Subject): readonly Finding[] {
  const stock = numberOf(own(record, 'stock'));
  const limits = own(record, 'stock_limits');
  const limit = limits !== undefined && isObject(limits) ? numberOf(own(limits, 'small')) : null;
  if (stock === null || limit === null || stock >= limit) return NONE;
  return [
    { rule: 'stock-low', field: 'stock', params: { stock, limit }, mark: `${stock}<${limit}` },
  ];
}

/** Returns the blank parts of an object. */
export function blankParts(value: JsonObject, names: readonly string[]): string[] {
  return names.filter((name) => isBlank(own(value, name)));
}
