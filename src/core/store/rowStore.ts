import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import {
  areIndexesOwed,
  columnName,
  columnsOf,
  oweText,
  tablesOf,
  textOwedFrom,
} from './cacheSchema.ts';
import type { RowShape } from './rowShape.ts';
import { maybeNumber, numberOrNull } from './cells.ts';

/** One row of a list as it is written: its shape, and what stands queued for it. */
export interface ListRow extends RowShape {
  readonly rid: number;
  readonly id: string;
  readonly pending: string | null;
  readonly merged: string | null;
}

/** Writes the narrow rows that lists and the search read. Call inside a transaction. */
export class RowStore {
  readonly #db;
  readonly #statements: Readonly<Record<Kind, ReturnType<typeof prepare>>>;

  constructor(db: Db) {
    this.#db = db;
    const pairs = resources.map(({ kind }) => [kind, prepare(db, kind)] as const);
    this.#statements = Object.fromEntries(pairs) as Record<Kind, ReturnType<typeof prepare>>;
  }

  /** Writes a row; the search is told only where the text it reads has changed. */
  put(kind: Kind, row: ListRow): void {
    const { folded, index, twin } = this.#statements[kind];
    // A record that was known here by another number takes its place: the search must forget that one.
    const other = maybeNumber.parse(twin.get(row.id, row.rid));
    if (other !== undefined) this.remove(kind, other);
    const known = folded.get(row.rid);
    this.load(kind, row);
    if (known !== row.folded && !this.#comesLater(kind, row.rid)) index.run(row.rid, row.folded);
  }

  /** Rows of a first load are told to the search in the order of their numbers. */
  #comesLater(kind: Kind, rid: number): boolean {
    const owed = rid > 0 ? textOwedFrom(this.#db, kind) : null;
    return owed !== null && rid > owed;
  }

  /** Writes a row of a first load: the search learns of it from `indexNext`. */
  load(kind: Kind, row: ListRow): void {
    const { rid, id, key, pending, fields, keys, folded, merged } = row;
    this.#statements[kind].put.run(rid, id, key, pending, ...keys, fields, folded, merged);
  }

  /** Lets the search learn of the next rows of a first load; tells whether any were left. */
  indexNext(kind: Kind, count: number): boolean {
    const { last, indexRange } = this.#statements[kind];
    const from = textOwedFrom(this.#db, kind);
    if (from === null) return false;
    const end = numberOrNull.parse(last.get(from, count));
    if (end !== null) indexRange.run(from, end);
    // A load that goes on will bring more: they are owed until it is over.
    else if (areIndexesOwed(this.#db, kind)) return false;
    oweText(this.#db, kind, end);
    return end !== null;
  }

  /** The rows that show queued work, those of records that exist nowhere else among them. */
  overlaid(kind: Kind): { readonly rid: number; readonly id: string }[] {
    return overlaidRows.parse(this.#statements[kind].overlaid.all());
  }

  remove(kind: Kind, rid: number): void {
    const { remove, unindex } = this.#statements[kind];
    remove.run(rid);
    if (!this.#comesLater(kind, rid)) unindex.run(rid);
  }
}

const overlaidRows = z.array(z.object({ rid: z.number(), id: z.string() }));

function prepare(db: Db, kind: Kind) {
  const { rows, find } = tablesOf(kind);
  const columns = columnsOf(resourceOf(kind)).map(([name]) => columnName(name));
  const all = ['rid', 'id', 'key', 'pending', ...columns, 'fields', 'folded', 'merged'];
  return {
    put: db.prepare(
      `INSERT OR REPLACE INTO ${rows}(${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
    ),
    folded: db.prepare(`SELECT folded FROM ${rows} WHERE rid = ?`).pluck(),
    twin: db.prepare(`SELECT rid FROM ${rows} WHERE id = ? AND rid <> ?`).pluck(),
    index: db.prepare(`INSERT OR REPLACE INTO ${find}(rowid, folded) VALUES (?, ?)`),
    last: db
      .prepare(`SELECT max(rid) FROM (SELECT rid FROM ${rows} WHERE rid > ? ORDER BY rid LIMIT ?)`)
      .pluck(),
    indexRange: db.prepare(
      `INSERT INTO ${find}(rowid, folded)
       SELECT rid, folded FROM ${rows} WHERE rid > ? AND rid <= ? ORDER BY rid`,
    ),
    overlaid: db.prepare(
      `SELECT rid, id FROM ${rows} WHERE rid < 0 OR pending IS NOT NULL OR merged IS NOT NULL`,
    ),
    remove: db.prepare(`DELETE FROM ${rows} WHERE rid = ?`),
    unindex: db.prepare(`DELETE FROM ${find} WHERE rowid = ?`),
  };
}
