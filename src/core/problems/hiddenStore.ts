import { problemRef } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { z } from '#contract/zod.ts';
import type { Db } from '../store/database.ts';

const problemRefList = problemRef.array();

const row = z.object({ mark: z.string(), reason: z.string(), at: z.number() });
/** Why a problem is hidden; it counts only while the value at fault is `mark`. */
export type Hidden = z.infer<typeof row>;

/** Keeps which problems a person does not want to see, and why. */
export class HiddenStore {
  readonly #db;
  readonly #get;

  constructor(db: Db) {
    this.#db = db;
    this.#get = db.prepare(
      'SELECT mark, reason, at FROM hidden_problem WHERE kind = ? AND id = ? AND rule = ? AND field = ?',
    );
  }

  get({ kind, id, rule, field }: ProblemRef): Hidden | null {
    const found = this.#get.get(kind, id, rule, field);
    return found === undefined ? null : row.parse(found);
  }

  all(): readonly ProblemRef[] {
    return problemRefList.parse(
      this.#db.prepare('SELECT kind, id, rule, field FROM hidden_problem').all(),
    );
  }

  hide({ kind, id, rule, field }: ProblemRef, hidden: Hidden): void {
    this.#db
      .prepare(
        'INSERT OR REPLACE INTO hidden_problem(kind, id, rule, field, mark, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .run(kind, id, rule, field, hidden.mark, hidden.reason, hidden.at);
  }

  show({ kind, id, rule, field }: ProblemRef): void {
    this.#db
      .prepare('DELETE FROM hidden_problem WHERE kind = ? AND id = ? AND rule = ? AND field = ?')
      .run(kind, id, rule, field);
  }
}
