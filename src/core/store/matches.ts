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

/** Up to this many matches are sorted directly. For more, the full order is filtered. */
const FEW = 4_000;

/**
 * Finds the rows that match a query, in its order.
 *
 * Results are cached until the mirror changes, so that scrolling or typing on does not repeat the
 * work.
 */
export class Matches {
  readonly #db;
  readonly #step;
  #version: unknown = null;
  #found = new Map<string, Int32Array>();
  #counts = new Map<Kind, { readonly mark: string; readonly count: number }>();

  /** `step` is the number of rows that are searched at a time. */
  constructor(db: Db, step = STEP) {
    this.#db = db;
    this.#step = step;
  }

  /** Returns the row numbers of the matches in order; null if every row matches. */
  of(query: Query): Int32Array | null {
    if (isWhole(query)) return null;
    const sql = this.sql(query, 'l.rid');
    if (sql.matching === null) return null;
    return this.#keep(keyOf(query), () => this.#inOrder(sql, sql.matching ?? ''));
  }

  /** Returns the matches like `of`, in small steps that let other calls run in between. */
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
      // A change in between makes the collected rows inconsistent, so the search starts again.
      if (this.#changes() !== version) return this.of(query);
    }
    return this.#keep(keyOf(query), () => this.#arranged(sql, joined(found)));
  }

  /**
   * Yields the matches in pieces.
   *
   * The text index is queried once for all pieces. It starts at its beginning on each query, so
   * every piece would take as long as the whole.
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
   * Returns the first `count` matches if they lie near the beginning of the order; null otherwise.
   *
   * The first letters of a search match many records. The first rows are found long before all
   * matches are counted.
   */
  early(query: Query, count: number): Int32Array | null {
    const whole = this.sql(query, 'l.rid');
    if (whole.matching === null || !whole.isOrderIndexed || this.#isKept(query)) return null;
    // Texts are compared row by row, because the index would list all matches before the first.
    const sql = sqlQuery(query, 'l.rid', { sorted: true, text: false });
    const found: number[] = [];
    let from = 0;
    for (const step of GLANCES) {
      const near = this.#numbers(`${sql.order} LIMIT ? OFFSET ?`, [step, from]);
      const rids = this.#numbers(sql.among, [JSON.stringify([...near]), ...sql.values]);
      found.push(...rids);
      if (found.length >= count) return Int32Array.from(found.slice(0, count));
      // A kind with so few rows is searched as a whole.
      if (near.length < step) return null;
      from += step;
    }
    return null;
  }

  /**
   * Returns the number of rows of a kind.
   *
   * The count is cached, because counting reads an index to its end.
   */
  count(kind: Kind): number {
    const mark = rowsMark(this.#db, kind);
    const known = this.#counts.get(kind);
    if (mark !== null && known?.mark === mark) return known.count;
    const { rows } = tablesOf(kind);
    const counted = prepared(this.#db, `SELECT count(*) FROM ${rows}`).pluck().get();
    const count = oneNumber.parse(counted);
    // Cached only if the mark is unchanged, which means that no row was added in between.
    if (mark !== null && rowsMark(this.#db, kind) === mark) this.#counts.set(kind, { mark, count });
    return count;
  }

  /** Returns the query as SQL that uses only completely built indexes. */
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

  /** Returns row numbers without a schema check, since the table guarantees their type. */
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
    // Moves the entry to the end of the LRU order.
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
 * Returns the SQL of a query whose rows are all read.
 *
 * Rows are always sorted. The text index is used only if it is complete.
 */
export function wholeQuery(db: Db, query: Query, select: string): SqlQuery {
  return sqlQuery(query, select, { sorted: true, text: textOwedFrom(db, query.kind) === null });
}

/** Returns whether a query has no conditions. */
function isWhole({ search = '', where = [], pending }: Query): boolean {
  return search.trim() === '' && where.length === 0 && pending === undefined;
}

/** Numbers of rows that are searched in turn for the first matches. */
const GLANCES = [200, 800, 2_000];

/** Rows that are searched in a few milliseconds. */
const STEP = 5_000;
/** With more steps than this, sparse row numbers are searched in one step. */
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

/** Number of cached results; each takes four hundred kilobytes at a hundred thousand rows. */
const KEPT = 8;

/** Returns the elements of `order` that are among `rids`, in the order of `order`. */
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
