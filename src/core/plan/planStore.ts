import { AppError } from '#contract/errors.ts';
import { planDraft, planHead } from '#contract/plan.ts';
import type { PlanDraft, PlanHead } from '#contract/plan.ts';
import type { Db } from '../store/database.ts';
import { jsonText } from '../store/cells.ts';

const planHeadList = planHead.array();

const planRow = planHead.extend({ draft: jsonText(planDraft) });
/** A plan as it lies on disk. */
export interface StoredPlan extends PlanHead {
  readonly draft: PlanDraft;
}

const HEAD = 'plan, name, group_id AS "group", created_at AS createdAt, updated_at AS updatedAt';

/** Keeps plans as they are typed. Call writing methods inside a transaction. */
export class PlanStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  list(): PlanHead[] {
    return planHeadList.parse(
      this.#db.prepare(`SELECT ${HEAD} FROM plan ORDER BY updated_at DESC`).all(),
    );
  }

  get(plan: string): StoredPlan {
    const row = this.#db.prepare(`SELECT ${HEAD}, draft FROM plan WHERE plan = ?`).get(plan);
    if (row === undefined)
      throw new AppError('not-found', `No plan here has the id ${JSON.stringify(plan)}.`);
    return planRow.parse(row);
  }

  insert(plan: string, name: string, draft: PlanDraft, now: number): void {
    this.#db
      .prepare('INSERT INTO plan(plan, name, draft, created_at, updated_at) VALUES (?, ?, ?, ?, ?)')
      .run(plan, name, JSON.stringify(draft), now, now);
  }

  update(plan: string, name: string, draft: PlanDraft, now: number): void {
    this.#db
      .prepare('UPDATE plan SET name = ?, draft = ?, updated_at = ? WHERE plan = ?')
      .run(name, JSON.stringify(draft), now, plan);
  }

  setGroup(plan: string, group: string, now: number): void {
    this.#db
      .prepare('UPDATE plan SET group_id = ?, updated_at = ? WHERE plan = ?')
      .run(group, now, plan);
  }

  remove(plan: string): void {
    this.#db.prepare('DELETE FROM plan WHERE plan = ?').run(plan);
  }
}
