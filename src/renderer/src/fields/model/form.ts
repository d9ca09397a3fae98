import type { Issue } from '#contract/errors.ts';
import type { ExpectationCode } from '#contract/expectations/expected.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { isObject, own } from '#contract/json.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { checkValues, readRecord, sameValue } from '#contract/values.ts';
import type { Purpose } from '#contract/values.ts';
import { at, editText } from './fieldText.ts';
import { readTypedValue } from './readTypedValue.ts';
import type { Fault } from './readTypedValue.ts';

/** The typed texts by path, such as `name` or `wymiary.x`; only touched fields are included. */
export type Typed = Readonly<Record<string, string>>;

/** An input of a form: a whole field, or one part of a group. */
export interface FormPlace {
  readonly path: string;
  readonly name: string;
  readonly field: Field;
}

/** The result of reading a form: normalised values of changed fields, and faults by path. */
export interface Outcome {
  readonly values: JsonObject;
  readonly faults: Readonly<Record<string, Fault>>;
  /** The fields that differ from the record, including those with faults. */
  readonly changed: readonly string[];
}

/** Returns the inputs of a field: the field itself, or its parts. */
export function placesOf(name: string, field: Field): readonly FormPlace[] {
  if (field.parts === undefined) return [{ path: name, name, field }];
  return Object.entries(field.parts).map(([part, partField]) => ({
    path: `${name}.${part}`,
    name,
    field: partField,
  }));
}

/** Reads and checks the typed texts against a record. */
export function readForm(
  resource: Resource,
  record: JsonObject,
  typed: Typed,
  purpose: Purpose,
): Outcome {
  const shown = readRecord(resource, record);
  const given: Record<string, Json> = {};
  const faults: Record<string, Fault> = {};
  const changed: string[] = [];
  for (const [name, field] of Object.entries(resource.fields)) {
    const places = placesOf(name, field).filter(({ path }) => isTouched(typed, shown, path, field));
    const read = places.map((place) => ({ place, value: readText(place, typed, faults, purpose) }));
    const values = read.filter((each) => each.value !== undefined);
    if (places.length > 0 && (purpose !== 'create' || values.length > 0)) changed.push(name);
    for (const { place, value } of values) put(given, place, field, value ?? '');
  }
  const by = purpose === 'create' ? 'draft' : purpose;
  const checked = checkValues(resource, given, by, '', record);
  for (const issue of checked.issues) faults[issue.place] ??= faultAt(resource, issue);
  // A new record has every value that the user gave, such as an empty object.
  const values = purpose === 'create' ? checked.values : differing(resource, shown, checked.values);
  return { values, faults, changed };
}

/**
 * Returns the record that the typed texts are compared with.
 *
 * This is the record from when typing began. A field typed back to its value of that time is
 * compared with the current record instead. Otherwise it would count as unchanged, and a newer
 * value would stay unnoticed.
 */
export function toldFrom(
  resource: Resource,
  { began, now }: { readonly began: JsonObject; readonly now: JsonObject },
  typed: Typed,
  purpose: Purpose,
): JsonObject {
  const { values, faults } = readForm(resource, began, typed, purpose);
  const [touched, wrong] = [fieldsIn(typed), fieldsIn(faults)];
  const names = new Set(
    Object.entries(resource.fields)
      .filter(([name]) => touched.has(name) && !wrong.has(name) && !Object.hasOwn(values, name))
      .flatMap(([name, { readAs }]) => readAs ?? [name]),
  );
  const pick = (record: JsonObject, wanted: boolean) =>
    Object.entries(record).filter(([name]) => names.has(name) === wanted);
  return Object.fromEntries([...pick(began, false), ...pick(now, true)]);
}

/** Returns the names of the fields of all paths. */
function fieldsIn(places: Readonly<Record<string, unknown>>): ReadonlySet<string> {
  return new Set(Object.keys(places).map((path) => path.split(/[.[]/)[0] ?? path));
}

/** Returns the required fields of a new record that are still empty. */
export function missingFields(resource: Resource, values: JsonObject): readonly string[] {
  return Object.entries(resource.fields)
    .filter(([name, field]) => field.create === 'required' && isBlank(own(values, name)))
    .map(([name]) => name);
}

/** Returns the missing required fields of a new record as faults by path. */
export function requiredFaults(
  resource: Resource,
  values: JsonObject,
): Readonly<Record<string, Fault>> {
  return Object.fromEntries(
    missingFields(resource, values).map((name): [string, Fault] => [
      name,
      { type: 'required', of: resource.fields[name]?.type ?? 'text' },
    ]),
  );
}

function isTouched(typed: Typed, shown: JsonObject, path: string, field: Field): boolean {
  const text = typed[path];
  if (text === undefined) return false;
  const part = field.parts?.[path.split('.')[1] ?? ''] ?? field;
  return text !== editText(part, at(shown, path));
}

function readText(
  { path, field }: FormPlace,
  typed: Typed,
  faults: Record<string, Fault>,
  purpose: Purpose,
): Json | undefined {
  const text = typed[path] ?? '';
  if (text.trim() === '' && (purpose === 'create' || !isTextual(field))) {
    if (purpose !== 'create') faults[path] = { type: 'expected', of: field.type };
    return undefined;
  }
  const read = readTypedValue(field, text);
  if ('value' in read) return read.value;
  faults[path] = read.fault;
  return undefined;
}

function isTextual({ type }: Field): boolean {
  return type === 'text' || type === 'longText';
}

function put(given: Record<string, Json>, place: FormPlace, field: Field, value: Json): void {
  if (field.parts === undefined) {
    given[place.name] = value;
    return;
  }
  const part = place.path.slice(place.name.length + 1);
  const old = given[place.name];
  given[place.name] = { ...(old !== undefined && isObject(old) ? old : {}), [part]: value };
}

const LIMITS: ReadonlySet<string> = new Set<ExpectationCode>([
  'levels',
  'recordSize',
  'mostFields',
]);

function faultAt(resource: Resource, { place, expected, expectation }: Issue): Fault {
  if (expectation !== undefined && LIMITS.has(expectation.code))
    return { type: 'limit', of: { expected, expectation } };
  const [name = '', part] = place.split(/[.[]/);
  const whole = Object.hasOwn(resource.fields, name) ? resource.fields[name] : undefined;
  const field = part === undefined ? whole : (whole?.parts?.[part] ?? whole);
  return field === undefined
    ? { type: 'other', text: expected }
    : { type: 'expected', of: field.type };
}

// The same number in another spelling is no change.
function differing(resource: Resource, shown: JsonObject, values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = resource.fields[name];
      if (field === undefined) return false;
      const old = own(shown, name);
      if (field.parts === undefined) return !sameValue(field, old, value);
      return Object.entries(field.parts).some(([part, partField]) => {
        const next = at(value, part);
        return next !== undefined && !sameValue(partField, at(old, part), next);
      });
    }),
  );
}

function isBlank(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '';
}

/** Checks one text for one field, as the grid does for a cell. */
export function readCell(
  resource: Resource,
  name: string,
  text: string,
  purpose: Purpose,
): { readonly value: Json | undefined; readonly fault: Fault | null } {
  const outcome = readForm(resource, {}, { [name]: text }, purpose);
  const fault = outcome.faults[name] ?? null;
  if (fault !== null) return { value: undefined, fault };
  return { value: own(outcome.values, name) ?? text, fault: null };
}
