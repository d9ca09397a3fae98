import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Expected } from '#contract/expectations/expected.ts';
import { isObject, json, own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { readText } from '#contract/numbers.ts';
import { isSheetError } from '#contract/visibleText.ts';
import type { Field, FieldType } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { limitOf } from '#contract/valueLimits.ts';
import { show } from '#contract/values.ts';
import { layParts } from '#core/record/overlay.ts';
import { splitPair } from './words.ts';

/**
 * Applies `FIELD=VALUE` settings to values.
 *
 * A dotted name sets one part of a group.
 */
export function assign(
  resource: Resource,
  values: JsonObject,
  settings: readonly string[],
): JsonObject {
  // Field names come from the user: a Map accepts `__proto__` as an ordinary key.
  const result = new Map<string, Json>(Object.entries(values));
  for (const text of settings) {
    const pair = splitPair(text);
    if (pair === null)
      throw invalid([{ place: '--set', value: show(text), expected: 'FIELD=VALUE' }]);
    assignOne(resource, result, ...pair);
  }
  return Object.fromEntries(result);
}

/** Lays given values over others; a group keeps the parts that are not given. */
export function withParts(resource: Resource, values: JsonObject, given: JsonObject): JsonObject {
  const laid = Object.entries(given).map(([name, value]) => {
    const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
    return [name, layParts(field, own(values, name), value)] as const;
  });
  return { ...values, ...Object.fromEntries(laid) };
}

function assignOne(
  resource: Resource,
  values: Map<string, Json>,
  path: string,
  text: string,
): void {
  const [name = '', ...rest] = path.split('.');
  const field = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  if (field === undefined || rest.length === 0) {
    values.set(path, field === undefined ? text : typed(field, path, text));
    return;
  }
  const { parts } = field;
  if (parts === undefined) {
    const expected = `the whole value, as in --set ${name}=…: ${name} has no named parts`;
    throw invalid([{ place: path, value: show(text), expected }]);
  }
  const part = rest.join('.');
  const partField = Object.hasOwn(parts, part) ? parts[part] : undefined;
  const old = values.get(name);
  const value = partField === undefined ? text : typed(partField, path, text);
  values.set(name, { ...(old !== undefined && isObject(old) ? old : {}), [part]: value });
}

const AS_JSON: ReadonlySet<FieldType> = new Set(['object', 'list', 'group', 'flag', 'files']);

/**
 * Converts a typed value.
 *
 * Text stays as typed, a size loses its `mm`, a number keeps its digits. Lists, objects, groups,
 * flags and files are read as JSON.
 */
function typed(field: Field, place: string, text: string): Json {
  const refuse = (expected: Expected) => invalid([{ place, value: show(text), ...expected }]);
  if (isSheetError(text)) throw refuse(expecting('cellError'));
  if (field.type === 'text') {
    const read = readText(field, text, '.');
    if ('fault' in read) throw refuse(read.fault);
    return read.text;
  }
  if (!AS_JSON.has(field.type)) return text;
  const value = parsed(text);
  const limit = limitOf(value);
  if (limit !== null) throw refuse(limit);
  return value;
}

function parsed(text: string): Json {
  try {
    return json.parse(JSON.parse(text));
  } catch {
    return text;
  }
}
