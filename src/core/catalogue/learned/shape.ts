import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { valueType } from '#contract/learned.ts';
import type { Scalar, ValueType } from '#contract/learned.ts';
import { ENTRY, ITEM } from '#contract/learnedPath.ts';
import type { LearnedStep } from '#contract/learnedPath.ts';

/**
 * Different values that are counted at one place. Above it only the frequent ones are. A change of
 * this or of another number here raises `COUNTING` in `store/learnedSchema.ts`.
 */
const MOST_VALUES = 1_000;
/** The same for places that no descriptor names: strangers choose their number. */
const MOST_OTHER_VALUES = 200;
/** A frequent value: this part of all, and at least so many. */
const FREQUENT_SHARE = 0.01;
const FREQUENT = 5;
/** Values that are kept as examples of a place with too many. */
const EXAMPLES = 50;
/** A longer text is counted but not kept. */
export const LONGEST_VALUE = 120;
/** Places of one kind; further ones are not counted. */
const MOST_PLACES = 600;
/** An object with more keys is a map: its keys are values themselves, such as codes. */
const MOST_KEYS = 32;
const MOST_KEY_NAMES = 200;
/** Deeper values are counted as a whole. */
const DEEPEST = 8;
/** Values that are counted in one record. */
const MOST_VISITED = 20_000;

/** What is known about the values at one place of the records. */
export interface Place {
  readonly path: readonly LearnedStep[];
  /** Values at this place; a list can bring many of one record. */
  count: number;
  /** Records with a value at this place. */
  records: number;
  readonly types: Record<ValueType, number>;
  /** Values with their counts. */
  readonly values: Map<Scalar, number>;
  /** Whether `values` holds every value that was counted. */
  isComplete: boolean;
  /** Some values of a place with too many; they may be gone by now. */
  examples: readonly Scalar[];
  /** How many different values were seen before they became too many. */
  seen: number;
  /** Values that are numbers or look like one. */
  numeric: number;
  least: number;
  most: number;
  shortest: number;
  longest: number;
  readonly keys: Map<string, Place>;
  item: Place | null;
  entry: Place | null;
  /** Names of the keys of a map. */
  readonly keyNames: Map<string, number>;
  isChanged: boolean;
  lastRecord: number;
}

/** Returns a place without values. */
export function emptyPlace(path: readonly LearnedStep[]): Place {
  return {
    path,
    count: 0,
    records: 0,
    types: { null: 0, boolean: 0, number: 0, text: 0, list: 0, object: 0 },
    values: new Map(),
    isComplete: true,
    examples: [],
    seen: 0,
    numeric: 0,
    least: Infinity,
    most: -Infinity,
    shortest: Infinity,
    longest: 0,
    keys: new Map(),
    item: null,
    entry: null,
    keyNames: new Map(),
    isChanged: true,
    lastRecord: 0,
  };
}

/**
 * The shape of the records of one kind, as counted.
 *
 * Records can be added and taken away again. Ranges and lengths only grow until the next complete
 * count. The memory is limited, whatever the records hold.
 */
export class Shape {
  readonly root: Place;
  /** Whether the keys of an object became a map since the counts were stored. */
  isReshaped = false;
  readonly #isNamed;
  #places: number;
  #record = 0;
  #visited = 0;

  /** `isNamed` says whether a descriptor names the first key of a path. */
  constructor(isNamed: (key: string) => boolean, root = emptyPlace([]), places = 1) {
    this.#isNamed = isNamed;
    this.root = root;
    this.#places = places;
  }

  /** Counts a record: `by` is 1 to add it and -1 to take it away. */
  count(record: JsonObject, by: 1 | -1): void {
    this.#begin();
    this.#visit(this.root, record, by);
  }

  /** Counts the change of a record; only its changed keys are visited. */
  replace(before: JsonObject, after: JsonObject): void {
    for (const [record, by, other] of [
      [before, -1, after],
      [after, 1, before],
    ] as const) {
      this.#begin();
      for (const [key, value] of Object.entries(record))
        if (!Object.hasOwn(other, key) || JSON.stringify(other[key]) !== JSON.stringify(value))
          this.#visitKey(this.root, key, value, by);
    }
  }

  #begin(): void {
    this.#record += 1;
    this.#visited = 0;
  }

  #visit(place: Place, value: Json, by: 1 | -1): void {
    if (++this.#visited > MOST_VISITED) return;
    place.count += by;
    place.isChanged = true;
    if (place.lastRecord !== this.#record) {
      place.lastRecord = this.#record;
      place.records += by;
    }
    if (value === null) place.types.null += by;
    else if (typeof value !== 'object') this.#visitScalar(place, value, by);
    else if (!isObject(value)) this.#visitList(place, value, by);
    else {
      place.types.object += by;
      if (place.path.length >= DEEPEST) return;
      for (const key in value) this.#visitKey(place, key, value[key] ?? null, by);
    }
  }

  #visitList(place: Place, list: readonly Json[], by: 1 | -1): void {
    place.types.list += by;
    if (by > 0) {
      place.shortest = Math.min(place.shortest, list.length);
      place.longest = Math.max(place.longest, list.length);
    }
    if (list.length === 0 || place.path.length >= DEEPEST) return;
    place.item ??= this.#create(place, ITEM);
    const { item } = place;
    if (item !== null) for (const each of list) this.#visit(item, each, by);
  }

  #visitKey(place: Place, key: string, value: Json, by: 1 | -1): void {
    const inner = place.entry ?? place.keys.get(key) ?? this.#createKey(place, key);
    if (inner === null) return;
    if (place.entry !== null) countName(place.keyNames, key, by);
    this.#visit(inner, value, by);
  }

  #visitScalar(place: Place, value: Scalar, by: 1 | -1): void {
    if (typeof value === 'string') {
      place.types.text += by;
      if (value.length > LONGEST_VALUE) {
        place.isComplete = false;
        return;
      }
      const number = numberIn(value);
      if (number !== null) countNumber(place, number, by);
    } else if (typeof value === 'number') {
      place.types.number += by;
      countNumber(place, value, by);
    } else place.types.boolean += by;
    // Looking up a text takes most of the time of counting it.
    const wereTooMany = place.seen > 0;
    if (wereTooMany && place.values.size === 0) return;
    const known = place.values.get(value);
    const left = (known ?? 0) + by;
    if (known === undefined && (by < 0 || wereTooMany)) return;
    if (left <= 0) place.values.delete(value);
    else place.values.set(value, left);
    if (known === undefined) this.#limitValues(place);
  }

  /** Keeps only the frequent values of a place with too many. */
  #limitValues(place: Place): void {
    const [first] = place.path;
    const isNamed = typeof first === 'string' && this.#isNamed(first);
    if (place.values.size <= (isNamed ? MOST_VALUES : MOST_OTHER_VALUES)) return;
    place.isComplete = false;
    place.seen = place.values.size;
    const least = Math.max(FREQUENT, place.count * FREQUENT_SHARE);
    place.examples = [...place.values.keys()].slice(0, EXAMPLES);
    for (const [value, count] of place.values) if (count < least) place.values.delete(value);
  }

  #create(place: Place, step: LearnedStep): Place | null {
    if (this.#places >= MOST_PLACES) return null;
    this.#places += 1;
    return emptyPlace([...place.path, step]);
  }

  #createKey(place: Place, key: string): Place | null {
    if (place.path.length > 0 && place.keys.size >= MOST_KEYS) return this.#becomeMap(place);
    const made = key.length > LONGEST_VALUE ? null : this.#create(place, key);
    if (made !== null) place.keys.set(key, made);
    return made;
  }

  /** Joins the places of all keys into one. */
  #becomeMap(place: Place): Place {
    const entry = emptyPlace([...place.path, ENTRY]);
    for (const [key, inner] of place.keys) {
      countName(place.keyNames, key, inner.count);
      this.#join(entry, inner);
    }
    place.keys.clear();
    place.entry = entry;
    this.isReshaped = true;
    return entry;
  }

  #join(into: Place, from: Place): void {
    into.count += from.count;
    into.records += from.records;
    into.numeric += from.numeric;
    into.isComplete &&= from.isComplete;
    if (into.examples.length === 0) into.examples = from.examples;
    into.seen = Math.max(into.seen, from.seen);
    into.least = Math.min(into.least, from.least);
    into.most = Math.max(into.most, from.most);
    into.shortest = Math.min(into.shortest, from.shortest);
    into.longest = Math.max(into.longest, from.longest);
    for (const type of valueType.options) into.types[type] += from.types[type];
    for (const [value, count] of from.values)
      into.values.set(value, (into.values.get(value) ?? 0) + count);
    this.#limitValues(into);
    for (const [name, count] of from.keyNames) countName(into.keyNames, name, count);
    this.#joinInner(into, from);
  }

  #joinInner(into: Place, from: Place): void {
    for (const [key, inner] of from.keys) {
      const target = into.keys.get(key) ?? emptyPlace([...into.path, key]);
      into.keys.set(key, target);
      this.#join(target, inner);
    }
    if (from.item !== null) this.#join((into.item ??= emptyPlace([...into.path, ITEM])), from.item);
    if (from.entry !== null)
      this.#join((into.entry ??= emptyPlace([...into.path, ENTRY])), from.entry);
  }
}

const LONGEST_NUMBER = 20;
const WITH_COMMA = /^-?\d+,\d+$/;

/** Returns the number that a text is; null for another text. */
function numberIn(text: string): number | null {
  // The first sign rules most texts out, in a fraction of the time of a pattern.
  const first = text.charCodeAt(0);
  const isBegun = (first >= DIGIT_0 && first <= DIGIT_9) || first === MINUS;
  if (!isBegun || text.length > LONGEST_NUMBER) return null;
  const number = Number(text);
  if (Number.isFinite(number)) return number;
  return WITH_COMMA.test(text) ? Number(text.replace(',', '.')) : null;
}

const [DIGIT_0, DIGIT_9, MINUS] = [48, 57, 45];

function countName(names: Map<string, number>, name: string, by: number): void {
  const known = names.get(name);
  if (known === undefined && (by < 0 || names.size >= MOST_KEY_NAMES)) return;
  if (name.length > LONGEST_VALUE) return;
  const left = (known ?? 0) + by;
  if (left <= 0) names.delete(name);
  else names.set(name, left);
}

function countNumber(place: Place, number: number, by: 1 | -1): void {
  place.numeric += by;
  if (by < 0) return;
  if (number < place.least) place.least = number;
  if (number > place.most) place.most = number;
}
