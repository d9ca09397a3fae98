import { jsonObject } from '#contract/json.ts';
import type { ProblemRef } from '#contract/problems.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import type { Db } from '../store/database.ts';
import type { Grouping } from './rules/groups.ts';
import type { Reference } from './rules/references.ts';
import { oneNumber, oneText } from '../store/cells.ts';
import { lasting, prepared } from '../store/prepared.ts';

const oldRow = z.object({
  id: z.string(),
  code: z.string().nullable(),
  name: z.string().nullable(),
  priceGroup: z.string().nullable(),
  price: z.number().nullable(),
  status: z.string().nullable(),
});
export type KnownRow = z.infer<typeof oldRow>;
const oldRef = z.object({ target: kindSchema, code: z.string(), field: z.string() });
const oldRefList = oldRef.array();
const dirtyRows = z.array(z.object({ kind: kindSchema, rid: z.number() }));
const source = z.object({ rid: z.number(), id: z.string(), doc: z.string() });
const sourceList = source.array();
/** A row of the mirror with the record that it shows, as text. */
export type SourceRow = z.infer<typeof source>;

const found = z.object({
  rid: z.number(),
  params: z.string().transform((text) => jsonObject.parse(JSON.parse(text))),
  mark: z.string(),
});
/** One problem that was asked for by its place. */
export type FoundProblem = ProblemRef & z.infer<typeof found>;

/** One problem as it is kept. */
export interface StoredProblem {
  readonly kind: Kind;
  readonly rid: number;
  readonly rule: string;
  readonly field: string;
  readonly ord: number;
  /** The group that it was found in; null when the record alone shows it. */
  readonly grp: string | null;
  readonly params: string;
  readonly mark: string;
  readonly fixable: boolean;
  readonly hidden: boolean;
}

/** What a look at one record found: its problems, what it is grouped by, and what it names. */
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

/** Reads and writes the tables of problems. Call writing methods inside a transaction. */
export class ProblemStore {
  readonly #db;
  readonly #statements;

  constructor(db: Db) {
    this.#db = db;
    this.#statements = prepare(db);
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

  /** The next rows of a kind after `rid`, in their order. */
  sources(kind: Kind, rid: number, limit: number): readonly SourceRow[] {
    const rows = prepared(
      this.#db,
      `SELECT l.rid, l.id, ${DOC} AS doc FROM ${tablesOf(kind).rows} l LEFT JOIN record r ON r.rid = l.rid
         WHERE l.rid > ? AND ${DOC} IS NOT NULL ORDER BY l.rid LIMIT ?`,
    ).all(rid, limit);
    return sourceList.parse(rows);
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

  refs(rid: number): readonly Reference[] {
    return oldRefList.parse(this.#statements.refs.all(rid));
  }

  forget(rid: number): void {
    this.#statements.forgetRow.run(rid);
    this.#statements.forgetRefs.run(rid);
  }

  /** Takes away what was found in a record: by looks at it alone, or all of it. */
  dropProblems(rid: number, which: 'alone' | 'all'): void {
    (which === 'alone' ? this.#statements.dropAlone : this.#statements.dropAll).run(rid);
  }

  dropGroup(rule: string, grp: string): void {
    this.#statements.dropGroup.run(rule, grp);
  }

  /** Writes down what was found in records. */
  keep(looks: readonly Look[]): void {
    const { putRows, putRefs } = this.#statements;
    putRows(looks.map(rowOf));
    putRefs(looks.flatMap(refsOf));
    for (const problem of looks.flatMap(({ problems }) => problems)) this.put(problem);
  }

  countStatus(kind: Kind, status: string, by: number): void {
    this.#statements.countStatus.run(kind, status, by);
  }

  put(problem: StoredProblem): void {
    this.#statements.put.run(
      problem.kind,
      problem.rid,
      problem.rule,
      problem.field,
      problem.ord,
      problem.grp,
      problem.params,
      problem.mark,
      problem.fixable ? 1 : 0,
      problem.hidden ? 1 : 0,
    );
  }

  /** The problem at a place, hidden or not; null when nothing is wrong there. */
  find({ kind, id, rule, field }: ProblemRef): FoundProblem | null {
    const row = this.#statements.find.get(kind, id, rule, field);
    return row === undefined ? null : { kind, id, rule, field, ...found.parse(row) };
  }

  idOf(rid: number): string {
    return oneText.parse(this.#statements.idOf.get(rid));
  }

  #one(kind: Kind) {
    return this.#statements.one[kind];
  }
}

function prepare(db: Db) {
  const one = (kind: Kind) =>
    db.prepare(
      lasting(
        `SELECT l.rid, l.id, ${DOC} AS doc FROM ${tablesOf(kind).rows} l
         LEFT JOIN record r ON r.rid = l.rid WHERE l.rid = ? AND ${DOC} IS NOT NULL`,
      ),
    );
  return {
    one: {
      fittings: one('fittings'),
      materials: one('materials'),
      products: one('products'),
      'edge-bands': one('edge-bands'),
    },
    dirty: db.prepare(lasting('SELECT kind, rid FROM problem_dirty LIMIT ?')),
    countDirty: db.prepare('SELECT count(*) FROM problem_dirty').pluck(),
    clean: db.prepare('DELETE FROM problem_dirty WHERE rid = ?'),
    known: db.prepare(
      `SELECT id, code, name, price_group AS priceGroup, price, status FROM problem_row
       WHERE rid = ?`,
    ),
    find: db.prepare(
      lasting(
        `SELECT p.rid, p.params, p.mark FROM problem_row w JOIN problem p ON p.rid = w.rid
       WHERE w.kind = ? AND w.id = ? AND p.rule = ? AND p.field = ?`,
      ),
    ),
    idOf: db.prepare('SELECT id FROM problem_row WHERE rid = ?').pluck(),
    refs: db.prepare(
      "SELECT target, code, field FROM problem_ref WHERE rid = ? AND target <> 'file'",
    ),
    forgetRow: db.prepare('DELETE FROM problem_row WHERE rid = ?'),
    forgetRefs: db.prepare('DELETE FROM problem_ref WHERE rid = ?'),
    dropAlone: db.prepare('DELETE FROM problem WHERE rid = ? AND grp IS NULL'),
    dropAll: db.prepare('DELETE FROM problem WHERE rid = ?'),
    dropGroup: db.prepare('DELETE FROM problem WHERE rule = ? AND grp = ?'),
    putRows: inserter(db, 'INSERT OR REPLACE INTO problem_row', 10),
    putRefs: inserter(db, 'INSERT INTO problem_ref', 5),
    countStatus: db.prepare(
      `INSERT INTO problem_status VALUES (?, ?, ?)
       ON CONFLICT(kind, status) DO UPDATE SET n = n + excluded.n`,
    ),
    put: db.prepare('INSERT OR REPLACE INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}

type Cell = string | number | null;

function rowOf({ rid, kind, id, grouping, filled, wanted }: Look): readonly Cell[] {
  const { code, name, priceGroup, price, status } = grouping;
  return [rid, kind, id, code, name, priceGroup, price, status, filled, wanted];
}

function refsOf({ kind, rid, refs, files }: Look): readonly (readonly Cell[])[] {
  return [
    ...refs.map(({ target, code, field }) => [kind, rid, target, code, field]),
    ...files.map(([field, path]) => [kind, rid, 'file', path, field]),
  ];
}

/** So many rows go in with one statement; a whole catalogue has hundreds of thousands of them. */
const AT_ONCE = 50;

function inserter(db: Db, insert: string, columns: number) {
  const group = `(${Array.from({ length: columns }, () => '?').join(', ')})`;
  const one = db.prepare(`${insert} VALUES ${group}`);
  const many = db.prepare(
    `${insert} VALUES ${Array.from({ length: AT_ONCE }, () => group).join(', ')}`,
  );
  return (rows: readonly (readonly Cell[])[]): void => {
    const whole = rows.length - (rows.length % AT_ONCE);
    for (let at = 0; at < whole; at += AT_ONCE) many.run(...rows.slice(at, at + AT_ONCE).flat());
    for (const row of rows.slice(whole)) one.run(...row);
  };
}
