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

/** What the group of a plan created, each with whether it, or what was made of it again, is there or on its way. */
const MADE = `
  SELECT e.kind = 'products' AS is_product, e.state <> 'gone' OR EXISTS (
      SELECT 1 FROM group_item n JOIN entity m ON m.eid = n.eid
      WHERE n.again IN (e.eid, e.service_id, i.again) AND m.kind = e.kind AND m.state <> 'gone') AS is_there
    FROM group_item i JOIN entity e ON e.eid = i.eid
    WHERE i.group_id = plan.group_id AND i.action = 'create'`;
// A plan is for its product; one without a product is undone when nothing of it is left.
const STATE = `CASE WHEN group_id IS NULL THEN 'draft'
  WHEN (SELECT coalesce(max(CASE WHEN is_product THEN is_there END), max(is_there)) FROM (${MADE})) = 0
    THEN 'undone' ELSE 'queued' END`;
const HEAD = `plan, name, group_id AS "group", ${STATE} AS state, created_at AS createdAt,
  updated_at AS updatedAt`;

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
