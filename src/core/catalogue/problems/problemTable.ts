import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from '../../store/database.ts';

/** One stored problem. */
export interface StoredProblem {
  readonly kind: Kind;
  readonly rid: number;
  readonly rule: string;
  readonly field: string;
  /** The group of the finding; null when the record alone shows it. */
  readonly grp: string | null;
  readonly params: string;
  readonly mark: string;
  readonly fixable: boolean;
  readonly hidden: boolean;
}

/** The source of findings: one record, or one rule within a group. */
export type FoundMark = { readonly rid: number } | { readonly rule: string; readonly grp: string };

const flag = z.number().transform((value) => value === 1);
const kept = z.object({
  rid: z.number(),
  rule: z.string(),
  field: z.string(),
  params: z.string(),
  mark: z.string(),
  fixable: flag,
  hidden: flag,
});
const keptList = kept.array();
type KeptProblem = z.infer<typeof kept>;

/** Writes problems; call inside a transaction. */
export class ProblemTable {
  readonly #statements;

  constructor(db: Db) {
    this.#statements = prepare(db);
  }

  put(problem: StoredProblem): void {
    const { kind, rid, rule, field, grp, params, mark, fixable, hidden } = problem;
    const flags = [fixable ? 1 : 0, hidden ? 1 : 0];
    this.#statements.put.run(kind, rid, rule, field, grp, params, mark, ...flags);
  }

  /** Removes all problems of a record. */
  forget(rid: number): void {
    this.#statements.dropAll.run(rid);
  }

  /**
   * Replaces the earlier findings of a place by the present ones.
   *
   * Unchanged rows are not written. In a large group one price shifts the usual range of all, and
   * only the parameters change.
   */
  settle(place: FoundMark, found: readonly StoredProblem[]): void {
    const now = new Map(found.map((problem) => [keyOf(problem), problem]));
    const grp = 'grp' in place ? place.grp : null;
    for (const before of this.#kept(place)) {
      const after = now.get(keyOf(before));
      if (after === undefined)
        this.#statements.drop.run(before.rid, before.rule, before.field, grp);
      else {
        now.delete(keyOf(before));
        this.#renew(before, after);
      }
    }
    for (const problem of now.values()) this.put(problem);
  }

  #kept(place: FoundMark): readonly KeptProblem[] {
    const { alone, group } = this.#statements;
    return keptList.parse('grp' in place ? group.all(place.rule, place.grp) : alone.all(place.rid));
  }

  #renew(before: KeptProblem, after: StoredProblem): void {
    if (before.fixable !== after.fixable || before.hidden !== after.hidden) this.put(after);
    else if (before.params !== after.params || before.mark !== after.mark)
      // No index contains these columns.
      this.#statements.reword.run(after.params, after.mark, after.rid, after.rule, after.field);
  }
}

function keyOf({ rid, rule, field }: Pick<KeptProblem, 'rid' | 'rule' | 'field'>): string {
  return `${rid} ${rule} ${field}`;
}

function prepare(db: Db) {
  const columns = 'rid, rule, field, params, mark, fixable, hidden';
  return {
    alone: db.prepare(`SELECT ${columns} FROM problem WHERE rid = ? AND grp IS NULL`),
    group: db.prepare(`SELECT ${columns} FROM problem WHERE rule = ? AND grp = ?`),
    put: db.prepare(
      `INSERT OR REPLACE INTO problem(kind, rid, rule, field, grp, params, mark, fixable, hidden)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    reword: db.prepare(
      'UPDATE problem SET params = ?, mark = ? WHERE rid = ? AND rule = ? AND field = ?',
    ),
    drop: db.prepare('DELETE FROM problem WHERE rid = ? AND rule = ? AND field = ? AND grp IS ?'),
    dropAll: db.prepare('DELETE FROM problem WHERE rid = ?'),
  };
}
