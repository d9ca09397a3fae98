import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';

/** A field with more values narrows no other field. */
const MOST_VALUES = 200;
/** Two fields with more combinations are independent of each other. */
const MOST_COMBINATIONS = 2_000;
/** Fields whose values are paired, in the descriptor's order. */
const MOST_FIELDS = 16;
const LONGEST = 80;

/** The values of two fields that occur together: counts by the first, then the second value. */
export interface Pair {
  readonly a: string;
  readonly b: string;
  /** Null when the fields have too many values or combinations. */
  counts: Map<string, Map<string, number>> | null;
  combinations: number;
  isChanged: boolean;
}

/**
 * Returns the names under which the service sends the fields that can narrow each other.
 *
 * These are texts that records share. Codes, status codes and titles belong to one record.
 */
export function pairedNames(resource: Resource): readonly string[] {
  const { fields, key, title } = resource;
  return Object.entries(fields)
    .filter(
      ([name, field]) =>
        field.type === 'text' && !field.code && !field.coded && name !== key && name !== title,
    )
    .map(([name, field]) => field.readAs?.[0] ?? name)
    .slice(0, MOST_FIELDS);
}

/** Counts which values of the paired fields occur together. */
export class Pairs {
  readonly #names;
  readonly pairs: readonly Pair[];
  /** The pairs that are still counted, with the places of their fields among the names. */
  #counted: readonly (readonly [pair: Pair, a: number, b: number])[];

  constructor(resource: Resource, stored: readonly Pair[] = []) {
    const names = pairedNames(resource);
    this.#names = names;
    this.pairs = names.flatMap((a, at) =>
      names.slice(at + 1).map((b) => {
        const found = stored.find((pair) => pair.a === a && pair.b === b);
        return found ?? { a, b, counts: new Map(), combinations: 0, isChanged: true };
      }),
    );
    this.#counted = this.pairs.map((pair) => [pair, names.indexOf(pair.a), names.indexOf(pair.b)]);
    this.#leaveOut();
  }

  /** Leaves out the pairs with too many values. */
  #leaveOut(): void {
    this.#counted = this.#counted.filter(([{ counts }]) => counts !== null);
  }

  /** Counts a record: `by` is 1 to add it and -1 to take it away. */
  count(record: JsonObject, by: 1 | -1): void {
    const values = this.#names.map((name) => textOf(record[name]));
    let isFull = false;
    for (const [pair, at, other] of this.#counted) {
      const [a, b] = [values[at], values[other]];
      if (typeof a !== 'string' || typeof b !== 'string') continue;
      countPair(pair, a, b, by);
      isFull ||= pair.counts === null;
    }
    if (isFull) this.#leaveOut();
  }

  /** Counts the change of a record, if it changed a paired field. */
  replace(before: JsonObject, after: JsonObject): void {
    if (this.#names.every((name) => before[name] === after[name])) return;
    this.count(before, -1);
    this.count(after, 1);
  }
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST ? value : null;
}

function countPair(pair: Pair, a: string, b: string, by: 1 | -1): void {
  const { counts } = pair;
  if (counts === null) return;
  pair.isChanged = true;
  const inner = counts.get(a) ?? new Map<string, number>();
  const known = inner.get(b);
  if (known === undefined && by < 0) return;
  const left = (known ?? 0) + by;
  if (left > 0) inner.set(b, left);
  else inner.delete(b);
  if (known !== undefined && left > 0) return;
  pair.combinations += by;
  if (inner.size === 0) counts.delete(a);
  else counts.set(a, inner);
  if (counts.size > MOST_VALUES || pair.combinations > MOST_COMBINATIONS) pair.counts = null;
}
