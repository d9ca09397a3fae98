import { isObject, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { isBlank, numberOf, rawValue } from '../subject.ts';
import type { Finding, Subject } from '../subject.ts';

/** The type in which the document shows a value; `null` where it shows several or none. */
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

/** Fields in which the document shows more than one type, or none (doc §2.3, §2.4, §3). */
function isOpen(kind: string, name: string, field: Field): boolean {
  if (field.formMayDiffer === true) return true;
  return (kind === 'fittings' && name === 'price') || name === 'DEB';
}

interface Place {
  readonly name: string;
  readonly alias: string;
  readonly field: Field;
}

/** Every name under which a kind's records hold a value; asked for once a record. */
const PLACES = new Map<Resource, readonly Place[]>();

function placesOf(resource: Resource): readonly Place[] {
  const known = PLACES.get(resource);
  if (known !== undefined) return known;
  const places = Object.entries(resource.fields).flatMap(([name, field]) =>
    (field.readAs ?? [name]).map((alias) => ({ name, alias, field })),
  );
  PLACES.set(resource, places);
  return places;
}

/** A value whose type is not the one that the document shows for its field. */
export function wrongType({ resource, record }: Subject): Finding[] {
  const found: Finding[] = [];
  for (const { name, alias, field } of placesOf(resource)) {
    const value = own(record, alias);
    if (value === undefined || value === null || isPlain(field, value)) continue;
    if (!fits(resource.kind, name, alias, field, value)) found.push(mistyped(name, field, value));
    else if (field.parts !== undefined) found.push(...wrongParts(name, field.parts, value));
  }
  return found;
}

function fits(kind: string, name: string, alias: string, field: Field, value: Json): boolean {
  if (isOpen(kind, name, field))
    return (
      typeof value !== 'object' &&
      (field.type !== 'decimal' || value === '' || numberOf(value) !== null)
    );
  // doc §2.4: the price of a material is a number where it is called so, text where it is CIJENA.
  if (field.type === 'decimal' && alias === 'price')
    return numberOf(value) !== null || value === '';
  const isShown = SHOWN[field.type]?.(value) ?? true;
  if (!isShown || value === '') return isShown;
  if (field.type === 'decimal') return numberOf(value) !== null;
  return field.type === 'color' || field.type === 'date'
    ? field.schema.safeParse(dayOf(field, value)).success
    : true;
}

// A service may widen a date to a time stamp.
function dayOf(field: Field, value: Json): Json {
  return field.type === 'date' && typeof value === 'string' ? value.slice(0, 10) : value;
}

function wrongParts(
  name: string,
  parts: Readonly<Record<string, Field>>,
  value: Json | undefined,
): Finding[] {
  const found: Finding[] = [];
  if (value === undefined || !isObject(value)) return found;
  for (const part in parts) {
    const [field, inner] = [parts[part], own(value, part)];
    if (field === undefined || inner === undefined || isPlain(field, inner)) continue;
    if (!isBlank(inner) && !field.schema.safeParse(inner).success)
      found.push(mistyped(`${name}.${part}`, field, inner));
  }
  return found;
}

const PLAIN_DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** What is plainly right need not be asked of the schema; a catalogue has millions of such values. */
function isPlain({ type }: Field, value: Json): boolean {
  if (typeof value === 'string')
    return type === 'text' || (type === 'decimal' && PLAIN_DECIMAL.test(value));
  return type === 'number' && typeof value === 'number';
}

function mistyped(field: string, { type, schema }: Field, value: Json): Finding {
  const readable = schema.safeParse(value).success;
  const params = { value, expected: type, readable };
  return { rule: 'wrong-type', field, params, mark: JSON.stringify(value) };
}

/** A price that is not there, or that is nothing. */
export function priceMissing({ resource, record }: Subject): Finding[] {
  if (!isBlank(rawValue(resource, record, 'price'))) return [];
  return [{ rule: 'price-missing', field: 'price', params: {}, mark: '' }];
}

export function priceZero({ resource, record }: Subject): Finding[] {
  const value = rawValue(resource, record, 'price');
  const price = numberOf(value);
  if (price === null || price > 0) return [];
  return [
    { rule: 'price-zero', field: 'price', params: { value: value ?? null }, mark: String(price) },
  ];
}

/** Less on stock than the record's own lower limit. */
export function stockLow({ record }: Subject): Finding[] {
  const stock = numberOf(own(record, 'stock'));
  const limits = own(record, 'stock_limits');
  const limit = limits !== undefined && isObject(limits) ? numberOf(own(limits, 'small')) : null;
  if (stock === null || limit === null || stock >= limit) return [];
  return [
    { rule: 'stock-low', field: 'stock', params: { stock, limit }, mark: `${stock}<${limit}` },
  ];
}

/** The parts of an object that are blank. */
export function blankParts(value: JsonObject, names: readonly string[]): string[] {
  return names.filter((name) => isBlank(own(value, name)));
}
