import { problemRef } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { withStablePlan } from './prepared.ts';
import { IDS_OF } from './idsOf.ts';

const row = z.object({ mark: z.string(), reason: z.string(), at: z.number() });
/** The reason why a problem is hidden; valid only while the faulty value is `mark`. */
export type Hidden = z.infer<typeof row>;

// A problem that was hidden before its record was sent is stored under the local id. The query runs
// for each problem of a catalogue, and its second half costs less than `IDS_OF` would.
const GET = `
  SELECT mark, reason, at FROM hidden_problem
    WHERE kind = @kind AND id = @id AND rule = @rule AND field = @field
  UNION ALL
  SELECT h.mark, h.reason, h.at FROM entity e
    CROSS JOIN hidden_problem h ON h.kind = e.kind AND h.id = e.eid
    WHERE e.kind = @kind AND e.service_id = @id AND h.rule = @rule AND h.field = @field
  LIMIT 1`;

/** Stores which problems the user has hidden, and why. */
export class HiddenStore {
  readonly #db;
  readonly #get;
  #any = true;

  constructor(db: Db) {
    this.#db = db;
    this.#get = db.prepare(withStablePlan(GET));
  }

  /** Checks whether any problem is hidden, since a full check calls `get` for each problem. */
  refresh(): void {
    this.#any = this.#db.prepare('SELECT 1 FROM hidden_problem LIMIT 1').get() !== undefined;
  }

  get({ kind, id, rule, field }: ProblemRef): Hidden | null {
    const found = this.#any ? this.#get.get({ kind, id, rule, field }) : undefined;
    return found === undefined ? null : row.parse(found);
  }

  /** Returns every hidden problem whose rule and kind this version knows. */
  all(): readonly ProblemRef[] {
    return this.#db
      .prepare('SELECT kind, id, rule, field FROM hidden_problem')
      .all()
      .flatMap((each) => problemRef.safeParse(each).data ?? []);
  }

  hide(problem: ProblemRef, hidden: Hidden): void {
    // Removes an entry under the local id.
    this.show(problem);
    const { kind, id, rule, field } = problem;
    this.#db
      .prepare(
        'INSERT INTO hidden_problem(kind, id, rule, field, mark, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(kind, id, rule, field, hidden.mark, hidden.reason, hidden.at);
  }

  show({ kind, id, rule, field }: ProblemRef): void {
    this.#db
      .prepare(
        `DELETE FROM hidden_problem
         WHERE kind = @kind AND id IN (${IDS_OF}) AND rule = @rule AND field = @field`,
      )
      .run({ kind, id, rule, field });
  }
}
