import { createHash } from 'node:crypto';
import { isObject } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { parseNodes, valuesByKey } from '#contract/jsonNodes.ts';
import type { JsonNode, ListNode, ObjectNode } from '#contract/jsonNodes.ts';

/** So many rows are compared to find the old form of an edited one; bounds the time of long lists. */
const COMPARED_ROWS = 20;

/**
 * Returns the JSON of a request body, in which unchanged parts are spelled as in the record.
 *
 * A value becomes a double on its way through Cabinet: `1.0` becomes `1`, and a number of 20 digits
 * loses the last ones. Parts that are equal in the record's exact text are copied from it, with
 * the order of their keys.
 */
export function spelledBody(body: JsonObject, record: string): string {
  const source = { text: record, prints: new Fingerprints() };
  const node = parseNodes(record);
  const held: ReadonlyMap<string, JsonNode> =
    node.type === 'object' ? valuesByKey(node) : new Map();
  const members = Object.entries(body).map(([key, value]) =>
    member(key, spelled(value, held.get(key) ?? null, source)),
  );
  return `{${members.join(',')}}`;
}

/** The text of the record, and the fingerprints of its parts and of the body's. */
interface Source {
  readonly text: string;
  readonly prints: Fingerprints;
}

function spelled(value: Json, old: JsonNode | null, source: Source): string {
  const { text, prints } = source;
  if (old === null) return JSON.stringify(value);
  if (prints.ofValue(value) === prints.ofNode(old)) return text.slice(old.start, old.end);
  if (isObject(value) && old.type === 'object') return spelledObject(value, old, source);
  if (Array.isArray(value) && old.type === 'list') return spelledList(value, old, source);
  return JSON.stringify(value);
}

function spelledObject(value: JsonObject, old: ObjectNode, source: Source): string {
  const held = valuesByKey(old);
  // JavaScript moves keys such as `10` to the front.
  const kept = [...held.keys()].filter((key) => Object.hasOwn(value, key));
  const removed = new Unpaired(
    [...held].filter(([key]) => !Object.hasOwn(value, key)),
    source.prints,
  );
  const keys = new Set([...kept, ...Object.keys(value)]);
  const members = [...keys].map((key) => {
    const item = value[key] ?? null;
    // A new key may be a renamed one.
    return member(key, spelled(item, held.get(key) ?? removed.takeEqual(item), source));
  });
  return `{${members.join(',')}}`;
}

function spelledList(value: readonly Json[], { items }: ListNode, source: Source): string {
  const olds = new Unpaired(
    items.map((item, index) => [index, item]),
    source.prints,
  );
  const unmoved = value.map((item, index) => olds.takeEqual(item, index));
  const equal = value.map((item, index) => unmoved[index] ?? olds.takeEqual(item));
  const parts = value.map((item, index) =>
    spelled(item, equal[index] ?? olds.takeLike(item, index), source),
  );
  return `[${parts.join(',')}]`;
}

/** Items of a list, or members of an object, that no new value was paired with yet. */
class Unpaired<K> {
  readonly #nodes: Map<K, JsonNode>;
  readonly #keys = new Map<string, K[]>();

  readonly #prints;

  constructor(nodes: readonly (readonly [K, JsonNode])[], prints: Fingerprints) {
    this.#prints = prints;
    this.#nodes = new Map(nodes);
    for (const [key, node] of nodes.toReversed()) {
      const print = prints.ofNode(node);
      const keys = this.#keys.get(print);
      if (keys === undefined) this.#keys.set(print, [key]);
      else keys.push(key);
    }
  }

  /** Takes an equal value: the one at `key`, or the first without a key. Null if there is none. */
  takeEqual(value: Json, key?: K): JsonNode | null {
    const print = this.#prints.ofValue(value);
    if (key !== undefined) {
      const node = this.#nodes.get(key);
      const isEqual = node !== undefined && this.#prints.ofNode(node) === print;
      return isEqual ? this.#take(key) : null;
    }
    const keys = this.#keys.get(print) ?? [];
    for (let next = keys.pop(); next !== undefined; next = keys.pop())
      if (this.#nodes.has(next)) return this.#take(next);
    return null;
  }

  /** Takes the value with the most equal members; of several the one at `key`, or the first. */
  takeLike(value: Json, key: K): JsonNode | null {
    let best = this.#nodes.has(key) ? { key, likeness: this.#likeness(value, key) } : null;
    let compared = 0;
    for (const each of this.#nodes.keys()) {
      if (++compared > COMPARED_ROWS) break;
      const likeness = this.#likeness(value, each);
      if (best === null || likeness > best.likeness) best = { key: each, likeness };
    }
    return best === null ? null : this.#take(best.key);
  }

  /** Returns how many members are equal. */
  #likeness(value: Json, key: K): number {
    const node = this.#nodes.get(key);
    if (!isObject(value) || node?.type !== 'object') return 0;
    const held = valuesByKey(node);
    return Object.entries(value).filter(([name, inner]) => {
      const old = held.get(name);
      return old !== undefined && this.#prints.ofValue(inner) === this.#prints.ofNode(old);
    }).length;
  }

  #take(key: K): JsonNode | null {
    const node = this.#nodes.get(key) ?? null;
    this.#nodes.delete(key);
    return node;
  }
}

/**
 * Gives texts that are equal for equal values, in any order of keys.
 *
 * Each level compares all that is below it, so the text of every part is kept. A long text is
 * replaced by its digest, so that the parts of a deep value do not add up.
 */
class Fingerprints {
  readonly #values = new WeakMap<object, string>();
  readonly #nodes = new WeakMap<JsonNode, string>();

  ofValue(value: Json): string {
    if (typeof value !== 'object' || value === null) return scalar(value);
    const known = this.#values.get(value);
    if (known !== undefined) return known;
    const print = Array.isArray(value)
      ? ofItems(value.map((each) => this.ofValue(each)))
      : ofMembers(Object.entries(value).map(([key, inner]) => member(key, this.ofValue(inner))));
    this.#values.set(value, print);
    return print;
  }

  /** Returns the fingerprint of the value of a node. */
  ofNode(node: JsonNode): string {
    if (node.type !== 'list' && node.type !== 'object') return scalar(node.value);
    const known = this.#nodes.get(node);
    if (known !== undefined) return known;
    const print =
      node.type === 'list'
        ? ofItems(node.items.map((each) => this.ofNode(each)))
        : ofMembers([...valuesByKey(node)].map(([key, held]) => member(key, this.ofNode(held))));
    this.#nodes.set(node, print);
    return print;
  }
}

const LONGEST = 200;

function ofItems(items: readonly string[]): string {
  return short(`[${items.join(',')}]`);
}

function ofMembers(members: readonly string[]): string {
  return short(`{${members.toSorted().join(',')}}`);
}

/** No JSON text begins like a digest. */
function short(text: string): string {
  if (text.length <= LONGEST) return text;
  return `#${createHash('sha256').update(text, 'utf16le').digest('base64url')}`;
}

// `1e999` is infinite here, and `null` in JSON.
function scalar(value: string | number | boolean | null): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

function member(key: string, text: string): string {
  return `${JSON.stringify(key)}:${text}`;
}
