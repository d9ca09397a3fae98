import { jsonObject } from '#contract/json.ts';
import { problemRef } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../../store/cacheSchema.ts';
import type { Db } from '../../store/database.ts';
import type { Grouping } from './rules/groups.ts';
import type { Reference } from './rules/references.ts';
import { oneNumber } from '../../store/cells.ts';
import { firstRows } from '../../store/firstRows.ts';
import { withStablePlan, prepared } from '../../store/prepared.ts';
import { ProblemTable } from './problemTable.ts';
import type { StoredProblem } from './problemTable.ts';

const oldRow = z.object({
  id: z.string(),
  code: z.string().nullable(),
  name: z.string().nullable(),
  priceGroup: z.string().nullable(),
  price: z.number().nullable(),
  status: z.string().nullable(),
  filled: z.number(),
  wanted: z.number(),
});
/** The stored data of a record: its group values and its completeness. */
export type KnownRow = z.infer<typeof oldRow>;
const oldRef = z.object({
  target: z.union([kindSchema, z.literal('file')]),
  code: z.string(),
  field: z.string(),
});
const oldRefList = oldRef.array();
/** A reference of a record: another record's code, or a file's path. */
export type KnownRef = z.infer<typeof oldRef>;
const dirtyRows = z.array(z.object({ kind: kindSchema, rid: z.number() }));
const source = z.object({ rid: z.number(), id: z.string(), doc: z.string() });
const sourceBytes = z.object({ rid: z.number(), id: z.string(), bytes: z.instanceof(Buffer) });
type SourceBytes = z.infer<typeof sourceBytes>;
/** A row of the mirror with its shown record as text. */
export type SourceRow = z.infer<typeof source>;

function isSource(row: unknown): row is SourceBytes {
  if (typeof row !== 'object' || row === null) return false;
  if (!('rid' in row && 'id' in row && 'bytes' in row)) return false;
  const { rid, id, bytes } = row;
  return typeof rid === 'number' && typeof id === 'string' && bytes instanceof Buffer;
}

const found = z.object({
  rid: z.number(),
  params: z.string().transform((text) => jsonObject.parse(JSON.parse(text))),
  mark: z.string(),
});
const hiddenRow = problemRef.extend({ rid: z.number(), mark: z.string() });
/** One problem, looked up by its place. */
export type FoundProblem = ProblemRef & z.infer<typeof found>;

/** The result of checking one record: problems, group values and references. */
export interface Look {
  readonly kind: Kind;
  readonly rid: number;
  readonly id: string;
  readonly problems: readonly StoredProblem[];
  readonly grouping: Grouping;
  readonly filled: number;
  readonly wanted: number;
  readonly refs: readonly Reference[];
  readonly files: readonly (readonly [field: string, path: string])[];
}

const DOC = 'coalesce(l.merged, r.doc)';

/**
 * Reads and writes the problem tables.
 *
 * Call writing methods inside a transaction.
 */
export class ProblemStore {
  readonly #db;
  readonly #statements;
  /** The table of problems. */
  readonly problems;

  constructor(db: Db) {
    this.#db = db;
    this.#statements = prepare(db);
    this.problems = new ProblemTable(db);
  }

  dirty(limit: number): readonly { kind: Kind; rid: number }[] {
    return dirtyRows.parse(this.#statements.dirty.all(limit));
  }

  countDirty(): number {
    return oneNumber.parse(this.#statements.countDirty.get());
  }

  clean(rid: number): void {
    this.#statements.clean.run(rid);
  }

  source(kind: Kind, rid: number): SourceRow | null {
    const row = this.#one(kind).get(rid);
    return row === undefined ? null : source.parse(row);
  }

  /** Returns the next rows of a kind after `rid`, in order; fewer where they are large. */
  sources(kind: Kind, rid: number, limit: number): readonly SourceRow[] {
    const rows = prepared(
      this.#db,
      `SELECT l.rid, l.id, CAST(${DOC} AS BLOB) AS bytes
         FROM ${tablesOf(kind).rows} l LEFT JOIN record r ON r.rid = l.rid
         WHERE l.rid > ? AND ${DOC} IS NOT NULL ORDER BY l.rid LIMIT ?`,
    ).iterate(rid, limit);
    // There are hundreds of thousands of rows, so the schema runs only when a quick test fails.
    const read = (row: unknown) => (isSource(row) ? row : sourceBytes.parse(row));
    const { first } = firstRows(rows, read, ({ bytes }) => bytes.length);
    // SQLite takes four times as long to convert bytes to text.
    return first.map(({ rid: at, id, bytes }) => ({ rid: at, id, doc: bytes.toString() }));
  }

  countRows(kind: Kind): number {
    return oneNumber.parse(
      this.#db
        .prepare(`SELECT count(*) FROM ${tablesOf(kind).rows}`)
        .pluck()
        .get(),
    );
  }

  known(rid: number): KnownRow | null {
    const row = this.#statements.known.get(rid);
    return row === undefined ? null : oldRow.parse(row);
  }

  refs(rid: number): readonly KnownRef[] {
    return oldRefList.parse(this.#statements.refs.all(rid));
  }

  /** Removes a missing record and its findings. */
  forget(rid: number): void {
    this.#statements.forgetRow.run(rid);
    this.#statements.forgetRefs.run(rid);
    this.problems.forget(rid);
  }

  /** Updates the stored data of a record; writes only differences. */
  renew(look: Look, before: KnownRow | null, refsBefore: readonly KnownRef[]): void {
    if (before === null) this.#statements.putRows(rowsOf([look]));
    else this.#renewRow(look, before);
    const refs = namedBy(look);
    if (!sameRefs(refs, refsBefore)) {
      this.#statements.forgetRefs.run(look.rid);
      this.#statements.putRefs(refsOf([look]));
    }
    this.problems.settle({ rid: look.rid }, look.problems);
  }

  #renewRow(look: Look, before: KnownRow): void {
    const now: KnownRow = {
      id: look.id,
      ...look.grouping,
      filled: look.filled,
      wanted: look.wanted,
    };
    const changed = COLUMNS.filter(([name]) => now[name] !== before[name]);
    if (changed.length === 0) return;
    // SQLite updates the index of every column in the statement, even if its value is equal.
    const sql = `UPDATE problem_row SET ${changed.map(([, column]) => `${column} = ?`).join(', ')} WHERE rid = ?`;
    prepared(this.#db, sql).run(...changed.map(([name]) => now[name]), look.rid);
  }

  /** Stores the results of checked records. */
  keep(looks: readonly Look[]): void {
    const { putRows, putRefs } = this.#statements;
    putRows(rowsOf(looks));
    putRefs(refsOf(looks));
    for (const { problems } of looks) for (const problem of problems) this.problems.put(problem);
  }

  countStatus(kind: Kind, status: string, by: number): void {
    this.#statements.countStatus.run(kind, status, by);
  }

  /** Returns the problem at a place, hidden or not; null without one. */
  find({ kind, id, rule, field }: ProblemRef): FoundProblem | null {
    const row = this.#statements.find.get(kind, id, rule, field);
    return row === undefined ? null : { kind, id, rule, field, ...found.parse(row) };
  }

  /** Yields all hidden problems one by one, since there may be many. */
  *hidden(): Iterable<z.infer<typeof hiddenRow>> {
    const rows = prepared(
      this.#db,
      `SELECT p.kind, w.id, p.rid, p.rule, p.field, p.mark
         FROM problem p JOIN problem_row w ON w.rid = p.rid WHERE p.hidden = 1`,
    ).iterate();
    for (const row of rows) yield hiddenRow.parse(row);
  }

  #one(kind: Kind) {
    const statement = this.#statements.one.get(kind);
    if (statement === undefined) throw new Error(`no rows of ${kind}`);
    return statement;
  }
}

function prepare(db: Db) {
  const one = (kind: Kind) =>
    db.prepare(
      withStablePlan(
        `SELECT l.rid, l.id, ${DOC} AS doc FROM ${tablesOf(kind).rows} l
         LEFT JOIN record r ON r.rid = l.rid WHERE l.rid = ? AND ${DOC} IS NOT NULL`,
      ),
    );
  return {
    one: new Map(KINDS.map((kind) => [kind, one(kind)])),
    dirty: db.prepare(withStablePlan('SELECT kind, rid FROM problem_dirty LIMIT ?')),
    countDirty: db.prepare('SELECT count(*) FROM problem_dirty').pluck(),
    clean: db.prepare('DELETE FROM problem_dirty WHERE rid = ?'),
    known: db.prepare(
      `SELECT id, code, name, price_group AS priceGroup, price, status, filled, wanted
       FROM problem_row WHERE rid = ?`,
    ),
    find: db.prepare(
      withStablePlan(
        `SELECT p.rid, p.params, p.mark FROM problem_row w JOIN problem p ON p.rid = w.rid
       WHERE w.kind = ? AND w.id = ? AND p.rule = ? AND p.field = ?`,
      ),
    ),
    refs: db.prepare('SELECT target, code, field FROM problem_ref WHERE rid = ?'),
    forgetRow: db.prepare('DELETE FROM problem_row WHERE rid = ?'),
    forgetRefs: db.prepare('DELETE FROM problem_ref WHERE rid = ?'),
    putRows: inserter(db, 'INSERT OR REPLACE INTO problem_row', 10),
    putRefs: inserter(db, 'INSERT INTO problem_ref', 5),
    countStatus: db.prepare(
      `INSERT INTO problem_status VALUES (?, ?, ?)
       ON CONFLICT(kind, status) DO UPDATE SET n = n + excluded.n`,
    ),
  };
}

type Cell = string | number | null;

/** Returns the cells of many rows in one list. */
function rowsOf(looks: readonly Look[]): readonly Cell[] {
  const cells: Cell[] = [];
  for (const { rid, kind, id, grouping, filled, wanted } of looks) {
    const { code, name, priceGroup, price, status } = grouping;
    cells.push(rid, kind, id, code, name, priceGroup, price, status, filled, wanted);
  }
  return cells;
}

const COLUMNS: readonly (readonly [keyof KnownRow, string])[] = [
  ['id', 'id'],
  ['code', 'code'],
  ['name', 'name'],
  ['priceGroup', 'price_group'],
  ['price', 'price'],
  ['status', 'status'],
  ['filled', 'filled'],
  ['wanted', 'wanted'],
];

function namedBy({ refs, files }: Look): readonly KnownRef[] {
  return [...refs, ...files.map(([field, code]) => ({ target: 'file' as const, code, field }))];
}

function sameRefs(a: readonly KnownRef[], b: readonly KnownRef[]): boolean {
  const text = ({ target, code, field }: KnownRef) => JSON.stringify([target, code, field]);
  return a.length === b.length && a.every((ref, at) => text(ref) === text(b[at] ?? ref));
}

function refsOf(looks: readonly Look[]): readonly Cell[] {
  const cells: Cell[] = [];
  for (const { kind, rid, refs, files } of looks) {
    for (const { target, code, field } of refs) cells.push(kind, rid, target, code, field);
    for (const [field, path] of files) cells.push(kind, rid, 'file', path, field);
  }
  return cells;
}

/** Rows per insert statement; a whole catalogue has hundreds of thousands. */
const AT_ONCE = 50;

function inserter(db: Db, insert: string, columns: number) {
  const group = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const one = db.prepare(`${insert} VALUES ${group}`);
  const many = db.prepare(
    `${insert} VALUES ${Array.from({ length: AT_ONCE }, () => group).join(', ')}`,
  );
  return (cells: readonly Cell[]): void => {
    const [row, batch] = [columns, columns * AT_ONCE];
    let at = 0;
    for (; at + batch <= cells.length; at += batch) many.run(cells.slice(at, at + batch));
    for (; at < cells.length; at += row) one.run(cells.slice(at, at + row));
  };
}
