import { FEWEST_EXAMPLES } from '#contract/learned.ts';
import { ENTRY, ITEM, keysPath } from '#contract/learnedPath.ts';
import type { LearnedStep } from '#contract/learnedPath.ts';
import type { LearnedField, LearnedSchema, ValueType } from '#contract/learned.ts';
import type { Field } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { rulesOf } from '#contract/rules.ts';
import type { Rule } from '#contract/rules.ts';
import type { ServiceFact } from '#contract/serviceFacts.ts';
import { countedUpTo, isLearnedOutdated } from '../../store/learnedSchema.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import { allPlaces, readPlaces } from './learnedStore.ts';
import { referenceOf } from './references.ts';
import type { Place } from './shape.ts';

type Db = ReadStores['cache'];

/** Values of one place in an answer. */
const MOST_SHOWN = 200;
const MOST_KEYS = 100;

/** Returns what the records of a kind have in common, for each place in them or in one field. */
export function readLearned(
  { cache, facts }: Pick<ReadStores, 'cache' | 'facts'>,
  kind: Kind,
  field?: string,
): LearnedSchema {
  if (isLearnedOutdated(cache))
    return { kind, records: 0, sampled: false, counting: true, fields: [] };
  const resource = resourceOf(kind);
  const names = field === undefined ? null : namesOf(resource, field);
  const { root } = readPlaces(cache, kind, names);
  const known = facts.all(kind);
  const updates = updatesOf(known);
  const chosen = chosenKinds(known);
  const rules = rulesOf(known, kind);
  const fields = allPlaces(root)
    .filter((place) => place.path.length > 0 && place.count > 0)
    .map((place) => {
      const learned = learnedField({ cache, resource, root, updates, chosen }, place);
      return { ...learned, required: learned.required ?? requiredBy(rules, learned, place) };
    });
  return {
    kind,
    records: root.count,
    sampled: false,
    counting: countedUpTo(cache) === null,
    fields: inOrder(resource, fields),
  };
}

/** Returns the service's names of a field. */
function namesOf({ fields }: Resource, name: string): readonly string[] {
  return (Object.hasOwn(fields, name) ? fields[name]?.readAs : undefined) ?? [name];
}

/** Returns fields in the descriptor's order, others by their path behind them. */
function inOrder(resource: Resource, fields: readonly LearnedField[]): LearnedField[] {
  const names = Object.keys(resource.fields);
  const rank = ({ field }: LearnedField) => (field === null ? names.length : names.indexOf(field));
  return fields.toSorted((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

/** Returns whether the service keeps updates, by field. */
function updatesOf(facts: readonly ServiceFact[]): ReadonlyMap<string, 'kept' | 'not-kept'> {
  return new Map(
    facts.flatMap((each) => (each.fact === 'update' ? [[each.field, each.value] as const] : [])),
  );
}

/** Returns the kinds that a person chose, by path. */
function chosenKinds(facts: readonly ServiceFact[]): ReadonlyMap<string, Kind> {
  return new Map(
    facts.flatMap((each) => (each.fact === 'reference' ? [[each.field, each.value] as const] : [])),
  );
}

interface Counted {
  readonly cache: Db;
  readonly resource: Resource;
  readonly root: Place;
  readonly updates: ReadonlyMap<string, 'kept' | 'not-kept'>;
  readonly chosen: ReadonlyMap<string, Kind>;
}

function learnedField(counted: Counted, place: Place): LearnedField {
  const { resource, root, updates } = counted;
  const found = fieldOf(resource, place.path);
  const top = found === null ? null : (resource.fields[found.name] ?? null);
  const records = Math.min(place.records, root.count);
  return {
    path: pathText(place.path),
    field: found?.name ?? null,
    label: found?.field?.label ?? null,
    records,
    present: root.count === 0 ? 0 : records / root.count,
    guess: records < FEWEST_EXAMPLES,
    types: typesOf(place),
    ...valuesOf(place),
    ...rangesOf(place),
    ...keysOf(counted, place),
    ...referenceFields(counted, place),
    required: isRequired(place, found?.field) ? DOCUMENTED : null,
    update: top?.update === true ? 'documented' : (updates.get(topName(found, place)) ?? 'untried'),
  };
}

/** Returns the name under which facts know the field of a place. */
function topName(found: { readonly name: string } | null, { path }: Place): string {
  const [first] = path;
  return found?.name ?? (typeof first === 'string' ? first : '');
}

const DOCUMENTED = { by: 'document', since: null, words: null } as const;

function isRequired(place: Place, field: Field | null | undefined): boolean {
  return place.path.length === 1 && field?.create === 'required';
}

/** Returns the refusal that showed a place to be required; null without one. */
function requiredBy(
  rules: readonly Rule[],
  { field, path }: Pick<LearnedField, 'field' | 'path'>,
  place: Place,
): LearnedField['required'] {
  const [, part] = place.path;
  const isPart = place.path.length === 2 && typeof part === 'string';
  const named =
    place.path.length === 1 ? (field ?? path) : isPart ? `${field ?? ''}.${part}` : null;
  const rule = rules.find((each) => each.fact === 'required' && each.field === named);
  if (rule === undefined || rule.value !== true) return null;
  return { by: 'service', since: rule.at, words: rule.words };
}

/** Returns the field that shows a place; `field` is null below it where no descriptor goes. */
function fieldOf(
  resource: Resource,
  path: readonly LearnedStep[],
): { readonly name: string; readonly field: Field | null } | null {
  const [first, second] = path;
  const entry = Object.entries(resource.fields).find(([name, field]) =>
    (field.readAs ?? [name]).some((alias) => alias === first),
  );
  if (entry === undefined) return null;
  const [name, field] = entry;
  if (path.length === 1) return { name, field };
  const part = typeof second === 'string' && path.length === 2 ? field.parts?.[second] : undefined;
  return { name, field: part ?? null };
}

const PLAIN_KEY = /^[\p{L}_$][\p{L}\p{N}_$-]*$/u;

/** Returns a path as people read it: `main.okucia[].kod`, `materialy.*`. */
export function pathText(path: readonly LearnedStep[]): string {
  return path
    .map((step, at) => {
      if (step === ITEM) return '[]';
      if (step === ENTRY) return '.*';
      if (!PLAIN_KEY.test(step)) return `[${JSON.stringify(step)}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join('');
}

function typesOf(place: Place): LearnedField['types'] {
  const total = Math.max(1, place.count);
  return Object.entries(place.types)
    .filter(([, count]) => count > 0)
    .map(([type, count]) => ({ type: type as ValueType, share: Math.min(1, count / total) }))
    .toSorted((a, b) => b.share - a.share);
}

function valuesOf(place: Place): Pick<LearnedField, 'values' | 'distinct' | 'complete'> {
  const { values, isComplete: complete } = place;
  const shown = [...values]
    .toSorted((a, b) => b[1] - a[1])
    .slice(0, MOST_SHOWN)
    .map(([value, count]) => ({ value, count }));
  const distinct = Math.max(values.size, place.seen);
  return { ...(shown.length > 0 && { values: shown }), distinct, complete };
}

function rangesOf(place: Place): Pick<LearnedField, 'min' | 'max' | 'lengths'> {
  const { least, most, shortest, longest, numeric, types } = place;
  // A field whose texts are not all numbers has no range.
  const isNumeric = numeric > 0 && numeric === types.text + types.number && least <= most;
  return {
    ...(isNumeric && { min: least, max: most }),
    ...(types.list > 0 && shortest <= longest && { lengths: { min: shortest, max: longest } }),
  };
}

function keysOf(
  { cache, chosen }: Counted,
  place: Place,
): Pick<LearnedField, 'keys' | 'keyReference'> {
  const counted =
    place.entry === null
      ? [...place.keys].map(([key, inner]) => [key, inner.count] as const)
      : [...place.keyNames];
  const named = counted.filter(([, count]) => count > 0);
  if (named.length === 0) return {};
  const keyReference = referenceOf(cache, named, chosen.get(keysPath(pathText(place.path))));
  const keys = named.toSorted((a, b) => b[1] - a[1]).slice(0, MOST_KEYS);
  return {
    keys: keys.map(([key]) => key),
    ...(keyReference !== undefined && { keyReference }),
  };
}

function referenceFields(
  { cache, resource, chosen }: Counted,
  place: Place,
): Pick<LearnedField, 'reference'> {
  const [first] = place.path;
  // A record's own code and id name the record itself.
  if (first === '_id' || (place.path.length === 1 && first === resource.key)) return {};
  const examples = place.examples.map((value) => [value, 1] as const);
  const values = place.isComplete ? place.values : examples;
  const reference = referenceOf(cache, values, chosen.get(pathText(place.path)));
  return reference === undefined ? {} : { reference };
}
