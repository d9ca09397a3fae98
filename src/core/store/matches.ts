import { AppError } from '#contract/errors.ts';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';
import { areIndexesOwed, rowsMark, tablesOf, textOwedFrom } from './cacheSchema.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { sqlQuery } from './query.ts';
import type { Bound, SqlQuery } from './query.ts';
import { oneNumber } from './cells.ts';

/** So few are sorted by themselves; of more, the whole order is walked and they are picked out. */
const FEW = 4_000;

/**
 * Finds the rows that match a query, in its order. What was found is kept until the mirror changes, so
 * that a person who scrolls through a search or types on in it does not wait for the same work again.
 */
export class Matches {
  readonly #db;
  readonly #step;
  #version: unknown = null;
  #found = new Map<string, Int32Array>();
  #counts = new Map<Kind, { readonly mark: string; readonly count: number }>();

  /** `step` rows are looked through at a time. */
  constructor(db: Db, step = STEP) {
    this.#db = db;
    this.#step = step;
  }

  /** The numbers of the matching rows, in order; null where every row matches. */
  of(query: Query): Int32Array | null {
    if (isWhole(query)) return null;
    const sql = this.sql(query, 'l.rid');
    if (sql.matching === null) return null;
    return this.#keep(keyOf(query), () => this.#inOrder(sql, sql.matching ?? ''));
  }

  /** The same in small steps: whoever asks for something else meanwhile is answered in between. */
  async ofInSteps(query: Query): Promise<Int32Array | null> {
    if (isWhole(query)) return null;
    const sql = this.sql(query, 'l.rid');
    if (sql.matching === null || this.#isKept(query)) return this.of(query);
    const version = this.#changes();
    const found: Int32Array[] = [];
    for (const rids of this.#inPieces(sql, query.kind)) {
      found.push(rids);
      await yieldToEventLoop();
      if (!this.#db.open) throw new AppError('disconnected', 'The lists were closed meanwhile.');
      // What changed meanwhile would be missed here and counted there.
      if (this.#changes() !== version) return this.of(query);
    }
    return this.#keep(keyOf(query), () => this.#arranged(sql, joined(found)));
  }

  /**
   * What matches, a piece at a time. The text index is asked once for all: it begins at its beginning
   * for every piece, so that each would take as long as the whole.
   */
  *#inPieces(sql: SqlQuery, kind: Kind): Generator<Int32Array> {
    const { indexed, rest } = sql;
    if (indexed === null) yield* this.#byNumbers(sql, kind);
    else {
      const hits = this.#numbers(indexed.sql, indexed.values);
      if (rest === null) yield hits;
      else yield* this.#among(hits, rest);
    }
  }

  *#among(hits: Int32Array, { sql, values }: Bound): Generator<Int32Array> {
    for (let at = 0; at < hits.length; at += this.#step) {
      const some = JSON.stringify([...hits.subarray(at, at + this.#step)]);
      yield this.#numbers(sql, [some, ...values]);
    }
  }

  *#byNumbers({ matchingBetween, values }: SqlQuery, kind: Kind): Generator<Int32Array> {
    const [least = 0, most = -1] = this.#numbers(edgesOf(kind), []);
    const isSparse = most - least > this.#step * MOST_STEPS;
    const step = isSparse ? most - least + 1 : this.#step;
    for (let from = least; from <= most; from += step)
      yield this.#numbers(matchingBetween ?? '', [...values, from, from + step - 1]);
  }

  /**
   * The first `count` rows of a query, where so many lie near the beginning of its order: what a person
   * types first matches much of a catalogue, and its first rows are found long before it is counted. Null
   * where they must be looked for as a whole.
   */
  early(query: Query, count: number): Int32Array | null {
    const whole = this.sql(query, 'l.rid');
    if (whole.matching === null || !whole.isOrderIndexed || this.#isKept(query)) return null;
    // One text after the other, as they lie: the index would tell of all of them before the first.
    const sql = sqlQuery(query, 'l.rid', { sorted: true, text: false });
    const found: number[] = [];
    let from = 0;
    for (const step of GLANCES) {
      const near = this.#numbers(`${sql.order} LIMIT ? OFFSET ?`, [step, from]);
      const rids = this.#numbers(sql.among, [JSON.stringify([...near]), ...sql.values]);
      found.push(...rids);
      if (found.length >= count) return Int32Array.from(found.slice(0, count));
      // So few in all are counted at once.
      if (near.length < step) return null;
      from += step;
    }
    return null;
  }

  /** How many rows a kind has: counting them is reading an index to its end, after every change of any row. */
  count(kind: Kind): number {
    const mark = rowsMark(this.#db, kind);
    const known = this.#counts.get(kind);
    if (mark !== null && known?.mark === mark) return known.count;
    const { rows } = tablesOf(kind);
    const counted = prepared(this.#db, `SELECT count(*) FROM ${rows}`).pluck().get();
    const count = oneNumber.parse(counted);
    // Between two looks at the mark nothing was added, or what was counted is not kept.
    if (mark !== null && rowsMark(this.#db, kind) === mark) this.#counts.set(kind, { mark, count });
    return count;
  }

  /** The query as SQL; an index that a first load has not built yet is not relied on. */
  sql(query: Query, select: string): SqlQuery {
    return sqlQuery(query, select, {
      sorted: !areIndexesOwed(this.#db, query.kind),
      text: textOwedFrom(this.#db, query.kind) === null,
    });
  }

  #inOrder(sql: SqlQuery, matching: string): Int32Array {
    return this.#arranged(sql, this.#numbers(matching, sql.values));
  }

  #arranged(sql: SqlQuery, rids: Int32Array): Int32Array {
    if (rids.length <= FEW) return this.#sorted(sql, rids);
    const order = this.#keep(sql.order, () => this.#numbers(sql.order, []));
    return pick(order, rids);
  }

  #sorted({ someInOrder }: SqlQuery, rids: Int32Array): Int32Array {
    return this.#numbers(someInOrder, [JSON.stringify([...rids])]);
  }

  /** Row numbers are numbers by the table's own rule; tens of thousands are not checked one by one. */
  #numbers(sql: string, values: SqlQuery['values']): Int32Array {
    const found = prepared(this.#db, sql)
      .pluck()
      .all(...values);
    const numbers = new Int32Array(found.length);
    for (let at = 0; at < found.length; at++) numbers[at] = Number(found[at]);
    return numbers;
  }

  #isKept(query: Query): boolean {
    return this.#changes() === this.#version && this.#found.has(keyOf(query));
  }

  #changes(): unknown {
    return this.#db.pragma('data_version', { simple: true });
  }

  #keep(key: string, find: () => Int32Array): Int32Array {
    const version = this.#changes();
    if (version !== this.#version) this.#found.clear();
    this.#version = version;
    const found = this.#found.get(key) ?? find();
    // What was asked for last is forgotten last.
    this.#found.delete(key);
    this.#found.set(key, found);
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= KEPT) break;
      this.#found.delete(oldest);
    }
    return found;
  }
}

/**
 * A query whose every row is wanted: it is sorted however long that takes, and the text index is asked only where
 * it knows of every row.
 */
export function wholeQuery(db: Db, query: Query, select: string): SqlQuery {
  return sqlQuery(query, select, { sorted: true, text: textOwedFrom(db, query.kind) === null });
}

/** Nothing is asked for but the order. */
function isWhole({ search = '', where = [], pending }: Query): boolean {
  return search.trim() === '' && where.length === 0 && pending === undefined;
}

/** How many rows of an order are looked through for its first matches, one step after the other. */
const GLANCES = [200, 800, 2_000];

/** A few milliseconds. */
const STEP = 5_000;
/** Numbers that lie far apart are looked through at once. */
const MOST_STEPS = 1_000;

function edgesOf(kind: Kind): string {
  const { rows } = tablesOf(kind);
  return `SELECT min(rid) FROM ${rows} UNION ALL SELECT max(rid) FROM ${rows}`;
}

function joined(parts: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function keyOf({ limit: _limit, offset: _offset, ...asked }: Query): string {
  return JSON.stringify(asked);
}

/** Four hundred kilobytes each at a hundred thousand rows. */
const KEPT = 8;

/** Those of `order` that are among `rids`, in the order of `order`. */
function pick(order: Int32Array, rids: Int32Array): Int32Array {
  let [least, most] = [0, 0];
  for (const rid of rids) {
    if (rid < least) least = rid;
    if (rid > most) most = rid;
  }
  const isWanted = new Uint8Array(most - least + 1);
  for (const rid of rids) isWanted[rid - least] = 1;
  const picked = new Int32Array(rids.length);
  let count = 0;
  for (const rid of order) if (isWanted[rid - least] === 1) picked[count++] = rid;
  return picked.subarray(0, count);
}
