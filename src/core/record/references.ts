import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { ITEM } from '#contract/learnedPath.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { chosenKind, chosenKindOfKeys, NONE_CHOSEN, placesBelow, placesIn } from './chosenKinds.ts';
import type { ChosenPlace } from './chosenKinds.ts';
import { pathsOf, valueAt } from './fieldPaths.ts';

/** A record by the names under which other records refer to it. */
export interface ReferenceTarget {
  readonly kind: Kind;
  readonly code: string | null;
  /** The service's id; null if no record refers to this kind by id. */
  readonly serviceId: string | null;
  /** Its title, which an object that refers to it may repeat. */
  readonly title: string;
}

/** The names of the fields that may link a record of each kind by its id (doc §2.3). */
const LINKS: ReadonlyMap<Kind, ReadonlySet<string>> = new Map(
  KINDS.map((kind) => [kind, new Set(resources.flatMap((each) => linkFields(each, kind)))]),
);

/** Returns the fields of one kind that link records of another. */
export function linkFields({ fields }: Resource, target: Kind): readonly string[] {
  return Object.keys(fields).filter((name) => fields[name]?.linksTo === target);
}

/** Returns whether records of a kind may be linked by their ids. */
export function isLinked(kind: Kind): boolean {
  return (LINKS.get(kind)?.size ?? 0) > 0;
}

/**
 * Returns the paths of the fields in which a record refers to another one.
 *
 * Fields without a descriptor are returned by their names. `places` are the kinds that a person
 * chose for places in such records.
 */
export function referencePaths(
  resource: Resource,
  record: JsonObject,
  target: ReferenceTarget,
  places = NONE_CHOSEN,
): readonly string[] {
  const known = referenceFields(resource).filter((path) =>
    refersTo(
      valueAt(resource, record, path),
      positionOf(path, target, placesIn(places, resource, path)),
      target,
    ),
  );
  const names = new Set(
    Object.entries(resource.fields).flatMap(([name, { readAs }]) => [name, ...(readAs ?? [])]),
  );
  const unknown = Object.entries(record).filter(
    ([name, value]) =>
      !names.has(name) &&
      name !== '_id' &&
      refersTo(value, positionOf(name, target, placesIn(places, resource, name)), target),
  );
  return [...known, ...unknown.map(([name]) => name)];
}

/** The texts, numbers and keys of values, by which references to many records are found. */
class References {
  readonly #texts = new Set<string>();
  readonly #keys = new Set<string>();
  /** Numbers by the property that holds them. */
  readonly #under = new Map<string, Set<string>>();
  /** Numbers by the field that holds them. */
  readonly #inside = new Map<string, Set<string>>();
  /** Texts, numbers and keys at places whose kind a person chose. */
  readonly #chosen = new Map<string, Set<string>>();

  add(field: string, value: Json, places: readonly ChosenPlace[]): void {
    const open: (readonly [string, Json, readonly ChosenPlace[]])[] = [[field, value, places]];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      const [name, found, at] = next;
      if (Array.isArray(found)) {
        const inside = placesBelow(at, ITEM);
        for (const each of found) open.push([name, each, inside]);
      } else if (isObject(found)) {
        const kind = chosenKindOfKeys(at);
        const keys = kind === null ? this.#keys : setIn(this.#chosen, kind);
        for (const [key, inner] of Object.entries(found)) {
          keys.add(key);
          open.push([key, inner, placesBelow(at, key)]);
        }
      } else this.#addPlain(field, name, found, chosenKind(at));
    }
  }

  #addPlain(field: string, name: string, value: Json, kind: Kind | null): void {
    if (typeof value !== 'string' && typeof value !== 'number') return;
    if (kind !== null) setIn(this.#chosen, kind).add(String(value));
    else if (typeof value === 'string') this.#texts.add(value);
    else {
      setIn(this.#under, name).add(String(value));
      setIn(this.#inside, field).add(String(value));
    }
  }

  /** Returns every text, number and key; each may be a code. */
  codes(): ReadonlySet<string> {
    const sets = [this.#texts, this.#keys, ...this.#under.values(), ...this.#chosen.values()];
    return new Set(sets.flatMap(itemsOf));
  }

  /** Returns whether one of the values names a code of a kind; like `isReference`. */
  names(kind: Kind, code: string): boolean {
    if (this.#texts.has(code) || this.#keys.has(code)) return true;
    if (this.#chosen.get(kind)?.has(code) === true) return true;
    const { key } = resourceOf(kind);
    if (key !== null && this.#under.get(key)?.has(code) === true) return true;
    return [...(LINKS.get(kind) ?? [])].some((field) => this.#inside.get(field)?.has(code));
  }
}

function itemsOf(set: ReadonlySet<string>): string[] {
  return [...set];
}

function setIn(sets: Map<string, Set<string>>, name: string): Set<string> {
  const known = sets.get(name) ?? new Set();
  sets.set(name, known);
  return known;
}

/**
 * Returns what the fields of a record refer to.
 *
 * One walk answers for any number of records; `referencePaths` walks the whole record for one.
 */
export function referencesInside(
  resource: Resource,
  record: JsonObject,
  places = NONE_CHOSEN,
): References {
  const found = new References();
  for (const path of referenceFields(resource))
    found.add(fieldOf(path), valueAt(resource, record, path), placesIn(places, resource, path));
  return found;
}

/**
 * Returns a value with every reference to one record replaced by another.
 *
 * Returns null if one object already refers to both. `places` are those inside the value.
 */
export function withReference(
  value: Json,
  path: string,
  from: ReferenceTarget,
  to: ReferenceTarget,
  places = NONE_CHOSEN,
): Json | null {
  return swapped(value, positionOf(path, from, places), from, to);
}

// A record's own code and title are no references.
function referenceFields(resource: Resource): readonly string[] {
  const { key, title } = resource;
  return pathsOf(resource).flatMap(([path, { type }]) =>
    path === key || path === title || type === 'file' || type === 'files' ? [] : [path],
  );
}

function fieldOf(path: string): string {
  return path.split('.', 1)[0] ?? path;
}

function isLink(name: string, { kind }: ReferenceTarget): boolean {
  return LINKS.get(kind)?.has(name) === true;
}

interface Position {
  /** The property that holds the value. */
  readonly name: string;
  readonly isLink: boolean;
  /** The places inside the value whose kind a person chose. */
  readonly places: readonly ChosenPlace[];
}

function positionOf(
  path: string,
  target: ReferenceTarget,
  places: readonly ChosenPlace[],
): Position {
  const name = fieldOf(path);
  return { name, isLink: isLink(name, target), places };
}

function memberAt(at: Position, name: string): Position {
  return { ...at, name, places: placesBelow(at.places, name) };
}

function itemAt(at: Position): Position {
  return at.places.length === 0 ? at : { ...at, places: placesBelow(at.places, ITEM) };
}

/** Returns whether keys at this place may be codes of a kind. */
function namesByKeys({ places }: Position, { kind }: ReferenceTarget): boolean {
  const chosen = chosenKindOfKeys(places);
  return chosen === null || chosen === kind;
}

function refersTo(value: Json | null, at: Position, target: ReferenceTarget): boolean {
  return value !== null && holds(value, at, target);
}

function holds(value: Json, at: Position, target: ReferenceTarget): boolean {
  if (Array.isArray(value)) {
    const inside = itemAt(at);
    return value.some((each) => holds(each, inside, target));
  }
  if (isObject(value)) {
    const byKeys = namesByKeys(at, target);
    return Object.entries(value).some(
      ([name, each]) => (byKeys && name === target.code) || holds(each, memberAt(at, name), target),
    );
  }
  return isReference(value, at, target);
}

/**
 * Returns whether a value refers to a record.
 *
 * A number is a code only under the name of the code or among links.
 */
function isReference(value: Json, at: Position, target: ReferenceTarget): boolean {
  const chosen = chosenKind(at.places);
  if (chosen !== null && chosen !== target.kind) return false;
  if (typeof value === 'string') return value === target.code || value === target.serviceId;
  const isCode = at.isLink || at.name === resourceOf(target.kind).key;
  return typeof value === 'number' && isCode && String(value) === target.code;
}

function swapped(
  value: Json,
  at: Position,
  from: ReferenceTarget,
  to: ReferenceTarget,
): Json | null {
  if (Array.isArray(value)) {
    const inside = itemAt(at);
    const items = value.map((each) => swapped(each, inside, from, to));
    const failed = items.some((each, index) => each === null && value[index] !== null);
    return failed ? null : withoutTwins(value, items);
  }
  if (isObject(value)) return swappedObject(value, at, from, to);
  if (value === null || !isReference(value, at, from)) return value;
  if (value === from.serviceId && value !== from.code) return to.serviceId;
  if (typeof value !== 'number') return to.code;
  return to.code !== null && String(Number(to.code)) === to.code ? Number(to.code) : to.code;
}

/**
 * Returns whether a text is the title of a record, or the start of it.
 *
 * A size at the end is often left out.
 */
function isNameOf(value: Json, { title }: ReferenceTarget): boolean {
  return typeof value === 'string' && value.length >= SHORTEST_NAME && title.startsWith(value);
}

const SHORTEST_NAME = 3;

/** Drops a replaced link if the list already linked the replacement. */
function withoutTwins(before: readonly Json[], after: readonly Json[]): Json[] {
  return after.filter((each, at) => {
    const isNew = typeof each !== 'object' && each !== before[at];
    return !isNew || !before.includes(each);
  });
}

function swappedObject(
  value: JsonObject,
  at: Position,
  from: ReferenceTarget,
  to: ReferenceTarget,
): Json | null {
  const entries: [string, Json][] = [];
  const refersHere = Object.entries(value).some(([name, each]) =>
    isReference(each, memberAt(at, name), from),
  );
  const byKeys = namesByKeys(at, from);
  for (const [name, each] of Object.entries(value)) {
    const renamed = byKeys && name === from.code && to.code !== null ? to.code : name;
    if (renamed !== name && Object.hasOwn(value, renamed)) return null;
    const next =
      refersHere && isNameOf(each, from) ? to.title : swapped(each, memberAt(at, name), from, to);
    if (next === null && each !== null) return null;
    entries.push([renamed, next]);
  }
  return Object.fromEntries(entries);
}
