import type { Json } from '#contract/json.ts';
import { FEWEST_EXAMPLES, MOST_SUGGESTED } from '#contract/learned.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { valueAt } from '../../record/fieldPaths.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import { texts } from '../../store/cells.ts';
import { isLearnedOutdated } from '../../store/learnedSchema.ts';
import { prepared } from '../../store/prepared.ts';
import { parseDoc } from '../../store/recordStore.ts';
import type { ReadStores } from '../../workspace/readStores.ts';
import { readPairsOf, readPlace } from './learnedStore.ts';
import type { Pair } from './pairs.ts';

type Suggestions = Output<'learned.values'>;
type Suggestion = Suggestions['values'][number];

/** Pending records that are read for recent values. */
const MOST_PENDING = 100;

/**
 * Returns the known values of a field, best first: those that occur with the filled fields, then
 * by frequency.
 *
 * Values of pending changes count too. A field whose values differ from record to record, such as a
 * code, has none.
 */
export function knownValues(
  { cache }: Pick<ReadStores, 'cache'>,
  { kind, field, filled = {} }: Input<'learned.values'>,
): Suggestions {
  const resource = resourceOf(kind);
  const path = pathOf(resource, field);
  if (path === null || isLearnedOutdated(cache)) return { values: [], shared: false };
  const counts = new Map<string, number>();
  const places = path.map((each) => readPlace(cache, kind, each)).filter((each) => each !== null);
  const isComplete = places.every((place) => place.isComplete);
  const records = places.reduce((sum, place) => sum + place.records, 0);
  for (const place of places)
    for (const [value, count] of place.values)
      if (value !== '') counts.set(String(value), (counts.get(String(value)) ?? 0) + count);
  const isJudged = isComplete && records >= FEWEST_EXAMPLES;
  const isShared = isJudged && counts.size > 0 && counts.size * 2 <= records;
  if (isJudged && !isShared) return { values: [], shared: false };
  const recent = recentValues(cache, resource, field);
  const near = nearCounts(cache, kind, resource, field, filled);
  const values = [...new Set([...counts.keys(), ...recent])].map((value) => ({
    value,
    count: counts.get(value) ?? 0,
    near: near === null ? null : (near.get(value) ?? 0),
    recent: recent.has(value),
  }));
  return { values: values.toSorted(byUse).slice(0, MOST_SUGGESTED), shared: isShared };
}

function byUse(a: Suggestion, b: Suggestion): number {
  return (b.near ?? 0) - (a.near ?? 0) || b.count - a.count || (a.value < b.value ? -1 : 1);
}

/** Returns the places of a field under the service's names of it; null for no single value. */
function pathOf(resource: Resource, name: string): readonly (readonly string[])[] | null {
  const [top = '', part] = name.split('.');
  const field = Object.hasOwn(resource.fields, top) ? resource.fields[top] : undefined;
  if (field === undefined) return null;
  const isKnown = part === undefined || field.parts?.[part] !== undefined;
  const names = field.readAs ?? [top];
  return isKnown ? names.map((each) => (part === undefined ? [each] : [each, part])) : null;
}

/** Returns how often each value occurs with the filled field that narrows the values most. */
function nearCounts(
  cache: ReadStores['cache'],
  kind: Kind,
  resource: Resource,
  field: string,
  filled: Readonly<Record<string, string>>,
): ReadonlyMap<string, number> | null {
  const name = resource.fields[field]?.readAs?.[0] ?? field;
  const found = readPairsOf(cache, kind, name).flatMap((pair) => {
    const other = pair.a === name ? pair.b : pair.a;
    const value = filled[fieldNameOf(resource, other)];
    const counts = value === undefined ? null : countsWith(pair, name, value);
    return counts === null ? [] : [counts];
  });
  return found.toSorted((a, b) => a.size - b.size)[0] ?? null;
}

function fieldNameOf(resource: Resource, name: string): string {
  const found = Object.entries(resource.fields).find(([, field]) => field.readAs?.[0] === name);
  return found?.[0] ?? name;
}

function countsWith(pair: Pair, name: string, other: string): ReadonlyMap<string, number> | null {
  if (pair.counts === null) return null;
  const counts =
    pair.a === name
      ? new Map(
          [...pair.counts].flatMap(([value, inner]): [string, number][] => {
            const count = inner.get(other);
            return count === undefined ? [] : [[value, count]];
          }),
        )
      : (pair.counts.get(other) ?? new Map<string, number>());
  const examples = [...counts.values()].reduce((sum, count) => sum + count, 0);
  return examples < FEWEST_EXAMPLES ? null : counts;
}

/** Returns the values of the field in pending records, those of new records first. */
function recentValues(
  cache: ReadStores['cache'],
  resource: Resource,
  name: string,
): ReadonlySet<string> {
  const { rows } = tablesOf(resource.kind);
  // Without the name of the index, SQLite walks all rows in their order.
  const sql = `SELECT merged FROM ${rows} INDEXED BY ${rows}_pending
    WHERE pending IS NOT NULL AND merged IS NOT NULL ORDER BY rid LIMIT ${MOST_PENDING}`;
  const merged = texts.parse(prepared(cache, sql).pluck().all());
  const found = merged.map((doc) => scalarText(valueAt(resource, parseDoc(doc), name)));
  return new Set(found.filter((value): value is string => value !== null && value !== ''));
}

function scalarText(value: Json | null): string | null {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : null;
}
