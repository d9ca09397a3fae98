import { expecting, expectingMessage, sentenceOf } from './expectations/expected.ts';
import type { Expected, ExpectationCode } from './expectations/expected.ts';
import { parseDecimal, sameDecimal } from './decimal.ts';
import type { Issue } from './errors.ts';
import { isObject, own } from './json.ts';
import type { Json, JsonObject } from './json.ts';
import { isNumeric, readTyped } from './numbers.ts';
import type { Field } from './resources/field.ts';
import { shortened } from './shortened.ts';
import { limitIssues } from './valueLimits.ts';
import type { NewValue } from './valueLimits.ts';
import { visibleText } from './visibleText.ts';
import type { Resource } from './resources/resource.ts';

/**
 * Returns a field of a service record in its normal form.
 *
 * A value of an unexpected type is returned unchanged, so that it can be shown and marked. Returns
 * undefined when absent.
 */
export function readValue(name: string, field: Field, record: JsonObject): Json | undefined {
  for (const alias of field.readAs ?? [name]) {
    const raw = own(record, alias);
    if (raw === undefined || raw === null) continue;
    const parsed = field.schema.safeParse(raw);
    return parsed.success ? parsed.data : raw;
  }
  return undefined;
}

/** Returns all fields of the descriptor that the record holds. */
export function readRecord(resource: Resource, record: JsonObject): JsonObject {
  const values: Record<string, Json> = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    const value = readValue(name, field, record);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/**
 * Returns whether two values of a field are equal.
 *
 * For a price, `12.50`, `12.5` and 12.5 are equal.
 */
export function sameValue(field: Field, a: Json | undefined, b: Json | undefined): boolean {
  if (isBlank(a) && isBlank(b)) return true;
  if (a === undefined || b === undefined) return false;
  if (field.parts !== undefined && isObject(a) && isObject(b)) return sameParts(field.parts, a, b);
  if (field.type === 'date') return dateOf(a) === dateOf(b);
  if (field.type === 'file') return sameFile(a, b);
  return sameJson(a, b, isNumeric(field));
}

/** Returns whether a value is empty; services often drop empty lists and objects. */
function isBlank(value: Json | undefined): boolean {
  if (value === undefined || value === null || value === '') return true;
  return Array.isArray(value)
    ? value.length === 0
    : isObject(value) && Object.keys(value).length === 0;
}

/**
 * Returns whether two values are the same file.
 *
 * A value is a staged copy or a path. A service may store a path with other slashes.
 */
export function sameFile(a: Json, b: Json): boolean {
  return a === b || fileKey(a) === fileKey(b);
}

/** Returns a text that is equal for two values exactly if they are the same file. */
export function fileKey(value: Json): string {
  return typeof value === 'string' ? `path ${pathOf(value)}` : JSON.stringify(value);
}

function pathOf(text: string): string {
  return text.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

function sameParts(parts: Readonly<Record<string, Field>>, a: JsonObject, b: JsonObject): boolean {
  return Object.entries(parts).every(([name, part]) => sameValue(part, own(a, name), own(b, name)));
}

// A service may return a date as a time stamp; only its day counts.
function dateOf(value: Json): string {
  return typeof value === 'string' ? value.slice(0, 10) : JSON.stringify(value);
}

function sameJson(a: Json, b: Json, numeric: boolean): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return (
      a.length === b.length && a.every((item, index) => sameJson(item, b[index] ?? null, false))
    );
  if (isObject(a) && isObject(b)) return sameObject(a, b);
  if (typeof a === typeof b && !numeric) return a === b;
  return sameScalar(a, b);
}

function sameObject(a: JsonObject, b: JsonObject): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => {
    const left = own(a, name);
    const right = own(b, name);
    return left !== undefined && right !== undefined && sameJson(left, right, false);
  });
}

function sameScalar(a: Json, b: Json): boolean {
  const [left, right] = [scalarText(a), scalarText(b)];
  if (left === null || right === null) return false;
  const [x, y] = [parseDecimal(left), parseDecimal(right)];
  return x !== null && y !== null ? sameDecimal(x, y) : left === right;
}

function scalarText(value: Json): string | null {
  return typeof value === 'object' ? null : String(value);
}

/**
 * `draft` changes a record that is not created yet: it accepts all fields of a creation and
 * requires none.
 */
export type Purpose = 'create' | 'draft' | 'update';

/** The result of a check: normal values and all faults. */
export interface Checked {
  readonly values: JsonObject;
  readonly issues: readonly Issue[];
}

/**
 * Validates given values for a creation or a change.
 *
 * Each fault has its field, its value and the expected value. Valid values are returned in their
 * normal form. `known` is the record that a change is made to: its own values may be deeper and
 * larger than a new one. With null the caller checks that later, against the record.
 */
export function checkValues(
  resource: Resource,
  given: JsonObject,
  purpose: Purpose,
  place = '',
  known: JsonObject | null = {},
): Checked {
  const values: Record<string, Json> = {};
  const issues: Issue[] = [];
  if (known !== null)
    issues.push(...limitIssues(changedFrom(resource, known, given), known, place));
  const limited = new Set(issues.map((each) => each.place));
  for (const [name, typed] of Object.entries(given)) {
    // A value that is too deep cannot even be shown.
    if (limited.has(place + name)) continue;
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    const isKey = name === resource.key && typeof typed === 'string';
    const value = isKey ? visibleText(typed) : typed;
    const fault = field === undefined ? unknownField(resource) : lockedField(field, purpose);
    if (field === undefined || fault !== null) {
      const expected = fault ?? expecting('another');
      issues.push({ place: place + name, value: show(value), ...expected });
      continue;
    }
    const count = field.parts !== undefined && isObject(value) ? Object.keys(value).length : 0;
    if (count > MOST_MEMBERS) {
      const expected = expecting('mostFields', { count: MOST_MEMBERS });
      issues.push({ place: place + name, value: String(count), ...expected });
      continue;
    }
    const amounts: Issue[] = [];
    const parsed = field.schema.safeParse(withAmounts(field, value, place + name, amounts));
    const others = parsed.success
      ? []
      : faultsOf(field, value, parsed.error.issues, place + name).filter(
          (issue) => !amounts.some((each) => each.place === issue.place),
        );
    if (parsed.success && amounts.length === 0) values[name] = parsed.data;
    else for (const issue of [...amounts, ...others]) issues.push(issue);
  }
  if (purpose === 'create') issues.push(...missingFields(resource, given, place));
  return { values, issues };
}

/** Most members of a field with parts; each unknown one is a fault of its own. */
const MOST_MEMBERS = 100;

function changedFrom(resource: Resource, known: JsonObject, given: JsonObject): NewValue[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    const old = field === undefined ? undefined : readValue(name, field, known);
    const isSame = field !== undefined && old !== undefined && sameValue(field, old, value);
    return isSame ? [] : [{ name, value, old }];
  });
}

const PLAIN_NUMBER = /^-?\d{1,300}(?:\.\d{1,300})?$/;

/**
 * Parses the typed numbers in a value: `1,234.50`, `9,60 zł`.
 *
 * An ambiguous number stays and is a fault.
 */
function withAmounts(field: Field, value: Json, place: string, faults: Issue[]): Json {
  const { parts } = field;
  if (parts !== undefined && isObject(value))
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => {
        const part = Object.hasOwn(parts, name) ? parts[name] : undefined;
        return [
          name,
          part === undefined ? inner : withAmounts(part, inner, `${place}.${name}`, faults),
        ];
      }),
    );
  if (typeof value !== 'string' || !isNumeric(field) || PLAIN_NUMBER.test(value)) return value;
  const read = readTyped(value, '.', field.unit);
  if ('decimal' in read) return read.decimal;
  faults.push({ place, value: show(value), ...read.fault });
  return value;
}

function unknownField(resource: Resource): Expected {
  return expecting('oneOf', { list: Object.keys(resource.fields).join(', ') });
}

function lockedField(field: Field, purpose: Purpose): Expected | null {
  if (purpose === 'update' && !field.update) return expecting('unchangeable');
  const never = purpose !== 'update' && field.create === 'never' && !field.update;
  return never ? expecting('serverSets') : null;
}

function missingFields(resource: Resource, given: JsonObject, place: string): Issue[] {
  return Object.entries(resource.fields)
    .filter(([name, field]) => field.create === 'required' && isMissing(own(given, name)))
    .map(([name, field]) => ({
      place: place + name,
      value: 'missing',
      ...expecting('required', { subject: sentenceOf(TYPES[field.type]) }),
    }));
}

function isMissing(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** What each type of field holds. */
const TYPES = {
  text: 'text',
  longText: 'text',
  decimal: 'number',
  number: 'number',
  flag: 'flag',
  date: 'date',
  color: 'colour',
  group: 'object',
  list: 'list',
  object: 'object',
  file: 'file',
  files: 'files',
} as const satisfies Record<Field['type'], ExpectationCode>;

interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
}

function faultsOf(
  field: Field,
  value: Json,
  found: readonly SchemaIssue[],
  place: string,
): readonly Issue[] {
  return found.flatMap((each) => {
    const at = each.path.map(String);
    const inner = at.reduce<Json | undefined>((v, key) => step(v, key), value);
    const where = at.reduce(
      (path, key) => (/^\d+$/.test(key) ? `${path}[${key}]` : `${path}.${key}`),
      place,
    );
    if (each.code === 'unrecognized_keys')
      return (each.keys ?? []).map((key) => ({
        place: `${where}.${key}`,
        value: show(step(inner, key)),
        ...expecting('onlyParts', { list: Object.keys(field.parts ?? {}).join(', ') }),
      }));
    return [{ place: where, value: show(inner), ...expectingMessage(each.message) }];
  });
}

function step(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return value !== undefined && isObject(value) ? own(value, key) : undefined;
}

/** Characters of a value in a sentence or in a cell. */
export const LONGEST_SHOWN = 80;

/** Returns a value as text for a sentence; long ones are shortened. */
export function show(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  return shortened(JSON.stringify(value), LONGEST_SHOWN);
}
