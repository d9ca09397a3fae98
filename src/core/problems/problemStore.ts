import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import type { Db } from '../store/database.ts';
import type { Grouping } from './rules/groups.ts';
import type { Reference } from './rules/references.ts';

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
const source = z.object({ rid: z.number(), id: z.string(), doc: z.string() });
/** A row of the mirror with the record that it shows, as text. */
export type SourceRow = z.infer<typeof source>;

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
    const shape = z.array(z.object({ kind: kindSchema, rid: z.number() }));
    return shape.parse(this.#statements.dirty.all(limit));
  }

  countDirty(): number {
    return z.number().parse(this.#statements.countDirty.get());
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
    const { rows } = tablesOf(kind);
    const found = this.#db
      .prepare(
        `SELECT l.rid, l.id, ${DOC} AS doc FROM ${rows} l LEFT JOIN record r ON r.rid = l.rid
         WHERE l.rid > ? AND ${DOC} IS NOT NULL ORDER BY l.rid LIMIT ?`,
      )
      .all(rid, limit);
    return source.array().parse(found);
  }

  countRows(kind: Kind): number {
    return z.number().parse(
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
    return oldRef.array().parse(this.#statements.refs.all(rid));
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

  putRow(
    kind: Kind,
    { rid, id }: { readonly rid: number; readonly id: string },
    group: Grouping,
    share: { readonly filled: number; readonly wanted: number },
  ): void {
    this.#statements.putRow.run(
      rid,
      kind,
      id,
      group.code,
      group.name,
      group.priceGroup,
      group.price,
      group.status,
      share.filled,
      share.wanted,
    );
  }

  putRef(kind: Kind, rid: number, target: string, code: string, field: string): void {
    this.#statements.putRef.run(kind, rid, target, code, field);
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

  idOf(rid: number): string {
    return z.string().parse(this.#statements.idOf.get(rid));
  }

  #one(kind: Kind) {
    return this.#statements.one[kind];
  }
}

function prepare(db: Db) {
  const one = (kind: Kind) =>
    db.prepare(
      `SELECT l.rid, l.id, ${DOC} AS doc FROM ${tablesOf(kind).rows} l
       LEFT JOIN record r ON r.rid = l.rid WHERE l.rid = ? AND ${DOC} IS NOT NULL`,
    );
  return {
    one: {
      fittings: one('fittings'),
      materials: one('materials'),
      products: one('products'),
      'edge-bands': one('edge-bands'),
    },
    dirty: db.prepare('SELECT kind, rid FROM problem_dirty LIMIT ?'),
    countDirty: db.prepare('SELECT count(*) FROM problem_dirty').pluck(),
    clean: db.prepare('DELETE FROM problem_dirty WHERE rid = ?'),
    known: db.prepare(
      `SELECT id, code, name, price_group AS priceGroup, price, status FROM problem_row
       WHERE rid = ?`,
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
    putRow: db.prepare('INSERT OR REPLACE INTO problem_row VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    putRef: db.prepare('INSERT INTO problem_ref VALUES (?, ?, ?, ?, ?)'),
    countStatus: db.prepare(
      `INSERT INTO problem_status VALUES (?, ?, ?)
       ON CONFLICT(kind, status) DO UPDATE SET n = n + excluded.n`,
    ),
    put: db.prepare('INSERT OR REPLACE INTO problem VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
  };
}
