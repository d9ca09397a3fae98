import { scalar, valueType } from '#contract/learned.ts';
import { ENTRY, ITEM } from '#contract/learnedPath.ts';
import type { LearnedStep } from '#contract/learnedPath.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { jsonText } from '../../store/cells.ts';
import type { Db } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import { emptyPlace } from './shape.ts';
import type { Place } from './shape.ts';
import type { Pair } from './pairs.ts';

const step = z.union([z.string(), z.literal(ITEM), z.literal(ENTRY)]);

/** The stored form of a place. Infinite bounds are left out. */
const storedPlace = z.object({
  count: z.number(),
  records: z.number(),
  types: z.record(valueType, z.number()),
  values: z.array(z.tuple([scalar, z.number()])),
  isComplete: z.boolean(),
  examples: z.array(scalar),
  seen: z.number(),
  numeric: z.number(),
  range: z.tuple([z.number(), z.number()]).nullable(),
  lengths: z.tuple([z.number(), z.number()]).nullable(),
  keyNames: z.array(z.tuple([z.string(), z.number()])),
});
const placeRows = z.array(z.object({ path: jsonText(z.array(step)), body: jsonText(storedPlace) }));
const pairCounts = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), z.number()]))]));
const pairRow = z.object({ a: z.string(), b: z.string(), body: jsonText(pairCounts.nullable()) });
const pairRows = z.array(pairRow);

/**
 * Returns the places of a kind in the order in which they were met.
 *
 * With `names` only the root and the places below these names of the service.
 */
export function readPlaces(
  db: Db,
  kind: Kind,
  names: readonly string[] | null = null,
): { root: Place; places: readonly Place[] } {
  const within = `path = '[]' OR path ->> '$[0]' IN (SELECT value FROM json_each(@names))`;
  const sql = `SELECT path, body FROM learned_place WHERE kind = @kind
    ${names === null ? '' : `AND (${within})`} ORDER BY rowid`;
  const given = names === null ? { kind } : { kind, names: JSON.stringify(names) };
  const rows = placeRows.parse(prepared(db, sql).all(given));
  const places = rows
    .map(({ path, body }) => placeOf(path, body))
    .toSorted((a, b) => a.path.length - b.path.length);
  const [root = emptyPlace([])] = places;
  for (const place of places.slice(1)) attach(root, place);
  return { root, places };
}

/** Returns one place; null if no record has it. */
export function readPlace(db: Db, kind: Kind, path: readonly LearnedStep[]): Place | null {
  const sql = 'SELECT path, body FROM learned_place WHERE kind = ? AND path = ?';
  const [row] = placeRows.parse(prepared(db, sql).all(kind, JSON.stringify(path)));
  return row === undefined ? null : placeOf(row.path, row.body);
}

function placeOf(path: readonly LearnedStep[], body: z.infer<typeof storedPlace>): Place {
  const { range, lengths } = body;
  return {
    ...emptyPlace(path),
    count: body.count,
    records: body.records,
    types: body.types,
    values: new Map(body.values),
    isComplete: body.isComplete,
    examples: body.examples,
    seen: body.seen,
    numeric: body.numeric,
    least: range?.[0] ?? Infinity,
    most: range?.[1] ?? -Infinity,
    shortest: lengths?.[0] ?? Infinity,
    longest: lengths?.[1] ?? 0,
    keyNames: new Map(body.keyNames),
    isChanged: false,
  };
}

function attach(root: Place, place: Place): void {
  let outer: Place | null = root;
  for (const each of place.path.slice(0, -1)) outer = outer === null ? null : innerOf(outer, each);
  const last = place.path.at(-1);
  if (outer === null || last === undefined) return;
  if (last === ITEM) outer.item = place;
  else if (last === ENTRY) outer.entry = place;
  else outer.keys.set(last, place);
}

function innerOf(place: Place, at: LearnedStep): Place | null {
  if (at === ITEM) return place.item;
  return at === ENTRY ? place.entry : (place.keys.get(at) ?? null);
}

/** Returns a place and every place below it. */
export function allPlaces(place: Place): readonly Place[] {
  const inner = [...place.keys.values(), place.item, place.entry];
  return [place, ...inner.flatMap((each) => (each === null ? [] : allPlaces(each)))];
}

/** Writes the changed places of a kind; `isWhole` replaces all. Call inside a transaction. */
export function writePlaces(db: Db, kind: Kind, root: Place, isWhole: boolean): void {
  const places = allPlaces(root);
  if (isWhole) {
    prepared(db, 'DELETE FROM learned_place WHERE kind = ?').run(kind);
    for (const place of places) place.isChanged = true;
  }
  const put = prepared(
    db,
    `INSERT INTO learned_place(kind, path, body) VALUES (?, ?, ?)
      ON CONFLICT(kind, path) DO UPDATE SET body = excluded.body`,
  );
  for (const place of places) {
    if (!place.isChanged) continue;
    put.run(kind, JSON.stringify(place.path), bodyOf(place));
    place.isChanged = false;
  }
}

function bodyOf(place: Place): string {
  const body: z.input<typeof storedPlace> = {
    count: place.count,
    records: place.records,
    types: place.types,
    values: [...place.values],
    isComplete: place.isComplete,
    examples: [...place.examples],
    seen: place.seen,
    numeric: place.numeric,
    range: place.most < place.least ? null : [place.least, place.most],
    lengths: place.longest < place.shortest ? null : [place.shortest, place.longest],
    keyNames: [...place.keyNames],
  };
  return JSON.stringify(body);
}

/** Returns the stored pairs of a kind. */
export function readPairs(db: Db, kind: Kind): readonly Pair[] {
  const sql = 'SELECT a, b, body FROM learned_pair WHERE kind = ?';
  return pairRows.parse(prepared(db, sql).all(kind)).map(pairOf);
}

/** Returns the pairs of a field with the others. */
export function readPairsOf(db: Db, kind: Kind, name: string): readonly Pair[] {
  const sql = 'SELECT a, b, body FROM learned_pair WHERE kind = @kind AND (a = @name OR b = @name)';
  return pairRows.parse(prepared(db, sql).all({ kind, name })).map(pairOf);
}

function pairOf({ a, b, body }: z.infer<typeof pairRow>): Pair {
  const counts = body === null ? null : new Map(body.map(([key, inner]) => [key, new Map(inner)]));
  const combinations = body?.reduce((sum, [, inner]) => sum + inner.length, 0) ?? 0;
  return { a, b, counts, combinations, isChanged: false };
}

/** Writes the changed pairs of a kind. Call inside a transaction. */
export function writePairs(db: Db, kind: Kind, pairs: readonly Pair[]): void {
  const put = prepared(
    db,
    'INSERT OR REPLACE INTO learned_pair(kind, a, b, body) VALUES (?, ?, ?, ?)',
  );
  for (const pair of pairs) {
    if (!pair.isChanged) continue;
    const { counts } = pair;
    const body = counts === null ? null : [...counts].map(([key, inner]) => [key, [...inner]]);
    put.run(kind, pair.a, pair.b, JSON.stringify(body));
    pair.isChanged = false;
  }
}
