import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { idOf } from '../record/identity.ts';
import type { ParsedJson } from './json.ts';
import { allFinite, DEEP_MARK, MOST_ENTRIES } from './json.ts';
import type { JsonPath } from './jsonSlice.ts';
import { sliceAt, sliceItems } from './jsonSlice.ts';
import { isErrorEnvelope } from './errorEnvelope.ts';
import type { RawRecord } from './types.ts';

/** One entry of a list; `id` and `record` are null where they cannot be used. */
export interface Entry {
  readonly id: string | null;
  readonly text: string;
  readonly record: JsonObject | null;
}

/** All entries of a list in order, and the total where one can be read. */
export interface ListReading {
  readonly entries: readonly Entry[];
  readonly total: number | null;
}

/** Keys under which services wrap their answers; each is a guess for doc §4.6 gaps 1–9. */
const WRAPPERS = ['data', 'result', 'item', 'record', 'items', 'results', 'records', 'docs'];

/**
 * Reads a list (doc §4, §4.6 gaps 1, 6 and 8).
 *
 * Accepts a bare array, or an array under the documented key, under `data` or under any other
 * single key. Returns null for everything else, above all for a single record.
 */
export function readList(answer: ParsedJson, resource: Resource): ListReading | null {
  const path = listPath(answer.value, resource);
  if (path === null) return null;
  const values = valueAt(answer.value, path);
  if (!Array.isArray(values) || values.length > MOST_ENTRIES) return null;
  const texts = sliceItems(answer.text, path);
  if (texts === null || texts.length !== values.length) return null;
  if (isNoList(answer.value, values.length)) return null;
  const entries = texts.map((text, index) => entryOf(text, values[index] ?? null, answer));
  return { entries, total: totalOf(answer.value, path, resource, entries.length) };
}

/** Returns whether an empty answer reports a failure; it then does not mean an empty list. */
export function isNoList(answer: Json, length: number): boolean {
  return length === 0 && isObject(answer) && isErrorEnvelope(answer);
}

function entryOf(text: string, value: Json, { finite, isCut = false }: ParsedJson): Entry {
  const record = isObject(value) && (finite || allFinite(value)) ? value : null;
  // Its other fields still show that a record with this code exists.
  const isWhole = record !== null && !(isCut && text.includes(DEEP_MARK));
  return { id: isWhole ? idOf(record) : null, text, record };
}

/** Returns the entries of a list that are usable records. */
export function recordsOf(entries: readonly Entry[]): RawRecord[] {
  return entries.flatMap(({ id, text, record }) =>
    id === null || record === null ? [] : [{ id, text, record }],
  );
}

function listPath(value: Json, resource: Resource, unwrapped = false): JsonPath | null {
  if (Array.isArray(value)) return isListing(value) ? [] : null;
  // A single record: an array inside it is a field, not the list.
  if (!isObject(value) || Object.hasOwn(value, '_id')) return null;
  if (Array.isArray(own(value, resource.listKey))) return [resource.listKey];
  for (const key of WRAPPERS) {
    const inner = own(value, key);
    if (inner === undefined || (unwrapped && !Array.isArray(inner))) continue;
    const path = listPath(inner, resource, true);
    if (path !== null) return [key, ...path];
  }
  return anyKey(value);
}

function anyKey(value: JsonObject): JsonPath | null {
  const lists = Object.entries(value).filter(([, inner]) => Array.isArray(inner));
  const filled = lists.filter(([, inner]) => hasRecord(inner));
  const [only, ...others] = filled.length > 0 ? filled : lists;
  if (only === undefined || others.length > 0) return null;
  // An empty array under an unknown key may be `errors: []`: it counts as a list only with a total
  // of 0.
  return filled.length > 0 ||
    (isEmpty(only[1]) && (anyTotal(value) ?? count(own(value, 'count'))) === 0)
    ? [only[0]]
    : null;
}

function isListing(list: readonly Json[]): boolean {
  return list.length === 0 || hasRecord(list);
}

function hasRecord(list: Json): boolean {
  return Array.isArray(list) && list.some((item) => isObject(item) && idOf(item) !== null);
}

function isEmpty(list: Json): boolean {
  return Array.isArray(list) && list.length === 0;
}

function valueAt(value: Json, path: JsonPath): Json | undefined {
  let at: Json | undefined = value;
  for (const step of path) at = stepInto(at, step);
  return at;
}

function stepInto(value: Json | undefined, step: string | number): Json | undefined {
  if (typeof step === 'number') return Array.isArray(value) ? value[step] : undefined;
  return isObject(value) ? own(value, step) : undefined;
}

/**
 * Returns the total beside the list at `path`, which has `shown` entries; null where none can be
 * read.
 */
export function totalOf(
  value: Json,
  path: JsonPath,
  resource: Resource,
  shown: number,
): number | null {
  const holders = [valueAt(value, path.slice(0, -1)), value].filter((each) => isObject(each));
  for (const holder of holders) {
    const total =
      count(own(holder, resource.totalKey)) ?? anyTotal(holder) ?? countIn(holder, shown);
    if (total !== null) return total;
  }
  return null;
}

/** Returns any total of records; many services also count their pages. */
function anyTotal(holder: JsonObject): number | null {
  const key = Object.keys(holder).find((each) => /^total(?!.*page)/i.test(each));
  return key === undefined ? null : count(own(holder, key));
}

/** Returns `count`, unless it equals the entries shown: then it commonly counts only these. */
function countIn(holder: JsonObject, shown: number): number | null {
  const counted = count(own(holder, 'count'));
  return counted === shown ? null : counted;
}

/** Reads a count given as a number or as text digits. */
function count(value: Json | undefined): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/**
 * Reads one record (doc §4, §4.6 gaps 2–4 and 7–9).
 *
 * Accepts the record itself, or a record under the singular or the list key, or under `data`. It
 * also accepts one under any other single key, or an array of one. Returns null for everything
 * else.
 */
export function readRecord(answer: ParsedJson, resource: Resource): RawRecord | null {
  const path = recordPath(answer.value, resource);
  const record = path === null ? undefined : valueAt(answer.value, path);
  const text = path === null ? null : sliceAt(answer.text, path);
  if (!isObject(record) || text === null || !(answer.finite || allFinite(record))) return null;
  const id = idOf(record);
  return id === null ? null : { id, text, record };
}

function recordPath(value: Json, resource: Resource, depth = 0): JsonPath | null {
  if (depth > 2) return null;
  if (Array.isArray(value)) return value.length === 1 ? under(0, value[0], resource, depth) : null;
  if (!isObject(value)) return null;
  if (Object.hasOwn(value, '_id')) return idOf(value) === null ? null : [];
  for (const key of [resource.singleKey, resource.listKey, ...WRAPPERS]) {
    const path = under(key, own(value, key), resource, depth);
    if (path !== null) return path;
  }
  const paths = Object.entries(value).flatMap(([key, inner]) => directly(key, inner));
  return paths.length === 1 ? (paths[0] ?? null) : null;
}

/** Finds a record under an undocumented key: only a whole record counts, or an array of one. */
function directly(key: string, inner: Json): readonly JsonPath[] {
  const [only, ...others] = Array.isArray(inner) ? inner : [inner];
  if (only === undefined || others.length > 0 || !isObject(only) || idOf(only) === null) return [];
  return [Array.isArray(inner) ? [key, 0] : [key]];
}

function under(
  step: string | number,
  inner: Json | undefined,
  resource: Resource,
  depth: number,
): JsonPath | null {
  const path = inner === undefined ? null : recordPath(inner, resource, depth + 1);
  return path === null ? null : [step, ...path];
}
