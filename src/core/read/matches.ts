import type { Query } from '#contract/procedures.ts';
import { areIndexesOwed, textOwedFrom } from '../store/cacheSchema.ts';
import type { Db } from '../store/database.ts';
import { sqlQuery } from '../store/query.ts';
import type { SqlQuery } from '../store/query.ts';

/** So few are sorted by themselves; of more, the whole order is walked and they are picked out. */
const FEW = 4_000;

/**
 * Finds the rows that match a query, in its order. What was found is kept until the mirror changes, so
 * that a person who scrolls through a search or types on in it does not wait for the same work again.
 */
export class Matches {
  readonly #db;
  #version: unknown = null;
  #found = new Map<string, Int32Array>();

  constructor(db: Db) {
    this.#db = db;
  }

  /** The numbers of the matching rows, in order; null where every row matches. */
  of(query: Query): Int32Array | null {
    const { limit: _limit, offset: _offset, ...asked } = query;
    const sql = this.sql(query, 'l.rid');
    if (sql.matching === null) return null;
    return this.#keep(JSON.stringify(asked), () => this.#inOrder(sql, sql.matching ?? ''));
  }

  /** The query as SQL; an index that a first load has not built yet is not relied on. */
  sql(query: Query, select: string): SqlQuery {
    return sqlQuery(query, select, {
      sorted: !areIndexesOwed(this.#db, query.kind),
      text: textOwedFrom(this.#db, query.kind) === null,
    });
  }

  #inOrder(sql: SqlQuery, matching: string): Int32Array {
    const rids = this.#numbers(matching, sql.values);
    if (rids.length <= FEW) return this.#sorted(sql, rids);
    const order = this.#keep(sql.order, () => this.#numbers(sql.order, []));
    return pick(order, rids);
  }

  #sorted({ someInOrder }: SqlQuery, rids: Int32Array): Int32Array {
    return this.#numbers(someInOrder, [JSON.stringify([...rids])]);
  }

  /** Row numbers are numbers by the table's own rule; tens of thousands are not checked one by one. */
  #numbers(sql: string, values: SqlQuery['values']): Int32Array {
    const found = this.#db
      .prepare(sql)
      .pluck()
      .all(...values);
    return Int32Array.from(found, Number);
  }

  #keep(key: string, find: () => Int32Array): Int32Array {
    const version = this.#db.pragma('data_version', { simple: true });
    if (version !== this.#version || this.#found.size > KEPT) this.#found.clear();
    this.#version = version;
    const found = this.#found.get(key) ?? find();
    this.#found.set(key, found);
    return found;
  }
}

/** Four hundred kilobytes each at a hundred thousand rows. */
const KEPT = 8;

/** Those of `order` that are among `rids`, in the order of `order`. */
function pick(order: Int32Array, rids: Int32Array): Int32Array {
  const least = rids.reduce((a, b) => Math.min(a, b), 0);
  const most = rids.reduce((a, b) => Math.max(a, b), 0);
  const isWanted = new Uint8Array(most - least + 1);
  for (const rid of rids) isWanted[rid - least] = 1;
  return order.filter((rid) => isWanted[rid - least] === 1);
}
