import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import {
  areIndexesOwed,
  columnName,
  columnsOf,
  markRows,
  deferTextIndex,
  tablesOf,
  textOwedFrom,
} from './cacheSchema.ts';
import type { RowShape, SortKey } from './rowShape.ts';
import { prepared } from './prepared.ts';
import { maybeNumber, numberOrNull } from './cells.ts';

/** One list row as it is written: its shape and its pending state. */
export interface ListRow extends RowShape {
  readonly rid: number;
  readonly id: string;
  readonly pending: string | null;
  readonly merged: string | null;
}

/** Writes the narrow rows for lists and searches. Call inside a transaction. */
export class RowStore {
  readonly #db;
  readonly #statements: Readonly<Record<Kind, ReturnType<typeof prepare>>>;

  constructor(db: Db) {
    this.#db = db;
    const pairs = resources.map(({ kind }) => [kind, prepare(db, kind)] as const);
    this.#statements = Object.fromEntries(pairs) as Record<Kind, ReturnType<typeof prepare>>;
  }

  /**
   * Writes a row.
   *
   * Of an existing row, only changed columns are written: every changed index costs a page, and an
   * edit changes one or two. The text index is updated only if its text changed.
   */
  put(kind: Kind, row: ListRow): void {
    const { index, known, place } = this.#statements[kind];
    const old = known.get(row.rid);
    const cells = cellsOf(row);
    if (!Array.isArray(old)) this.#add(kind, row);
    else this.#change(kind, row, new Set([...cells.keys()].filter((at) => cells[at] !== old[at])));
    const isTold = Array.isArray(old) && old[place.folded] === row.folded;
    if (!isTold && !this.#comesLater(kind, row.rid)) index.run(row.rid, row.folded);
  }

  #add(kind: Kind, row: ListRow): void {
    this.#takePlace(kind, row);
    this.load(kind, row);
    markRows(this.#db, kind);
  }

  #change(kind: Kind, row: ListRow, changed: ReadonlySet<number>): void {
    if (changed.size === 0) return;
    const { columns, indexed, place, rows } = this.#statements[kind];
    if (changed.has(place.id)) this.#takePlace(kind, row);
    const cells = cellsOf(row);
    // With more changed indexes, all are written: the combinations are too many for prepared
    // statements.
    const isFew = indexed.filter((at) => changed.has(at)).length <= FEW_INDEXES;
    const isWritten = (at: number) => !isFew || !indexed.includes(at) || changed.has(at);
    const written = [...cells.keys()].filter((at) => at > 0 && isWritten(at));
    const set = written.map((at) => `${columns[at] ?? ''} = ?`).join(', ');
    prepared(this.#db, `UPDATE ${rows} SET ${set} WHERE rid = ?`).run(
      ...written.map((at) => cells[at]),
      row.rid,
    );
  }

  /** Removes a row of the same record under another number, also from the text index. */
  #takePlace(kind: Kind, { id, rid }: ListRow): void {
    const other = maybeNumber.parse(this.#statements[kind].twin.get(id, rid));
    if (other !== undefined) this.remove(kind, other);
  }

  /**
   * Returns whether the text index of a first load will reach a row later.
   *
   * It indexes rows in the order of their numbers.
   */
  #comesLater(kind: Kind, rid: number): boolean {
    const owed = rid > 0 ? textOwedFrom(this.#db, kind) : null;
    return owed !== null && rid > owed;
  }

  /** Writes a row of a first load; `indexNext` adds it to the text index later. */
  load(kind: Kind, row: ListRow): void {
    this.#statements[kind].put.run(...cellsOf(row));
  }

  /** Adds the next rows of a first load to the text index; returns whether any were left. */
  indexNext(kind: Kind, count: number): boolean {
    const { last, indexRange } = this.#statements[kind];
    const from = textOwedFrom(this.#db, kind);
    if (from === null) return false;
    const end = numberOrNull.parse(last.get(from, count));
    if (end !== null) indexRange.run(from, end);
    // The load is still running and will bring more rows, so the text index is not complete.
    else if (areIndexesOwed(this.#db, kind)) return false;
    deferTextIndex(this.#db, kind, end);
    return end !== null;
  }

  /** Returns the rows with pending changes, including records that exist only here. */
  overlaid(kind: Kind): { readonly rid: number; readonly id: string }[] {
    return overlaidRows.parse(this.#statements[kind].overlaid.all());
  }

  remove(kind: Kind, rid: number): void {
    const { remove, unindex } = this.#statements[kind];
    if (remove.run(rid).changes === 0) return;
    markRows(this.#db, kind);
    if (!this.#comesLater(kind, rid)) unindex.run(rid);
  }
}

const overlaidRows = z.array(z.object({ rid: z.number(), id: z.string() }));

/** Returns the values of a row in the order of its columns. */
function cellsOf(row: ListRow): readonly SortKey[] {
  const { rid, id, key, pending, fields, keys, folded, merged } = row;
  return [rid, id, key, pending, ...keys, fields, folded, merged];
}

const FEW_INDEXES = 3;

function prepare(db: Db, kind: Kind) {
  const { rows, find } = tablesOf(kind);
  const shown = columnsOf(resourceOf(kind));
  const names = shown.map(([name]) => columnName(name));
  const columns = ['rid', 'id', 'key', 'pending', ...names, 'fields', 'folded', 'merged'];
  const sorting = shown.filter(([, { column }]) => column?.index === true);
  const indexed = ['id', 'key', 'pending', ...sorting.map(([name]) => columnName(name))];
  return {
    rows,
    columns,
    place: { id: columns.indexOf('id'), folded: columns.indexOf('folded') },
    indexed: indexed.map((name) => columns.indexOf(name)),
    put: db.prepare(
      `INSERT OR REPLACE INTO ${rows}(${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
    ),
    known: db.prepare(`SELECT ${columns.join(', ')} FROM ${rows} WHERE rid = ?`).raw(),
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
