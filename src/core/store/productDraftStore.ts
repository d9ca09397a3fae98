import { AppError } from '#contract/errors.ts';
import { productDraft, productDraftHead } from '#contract/productDrafts.ts';
import type { ProductDraft, ProductDraftHead } from '#contract/productDrafts.ts';
import { z } from '#contract/zod.ts';
import { productKind } from '#contract/resources/draftRoles.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { jsonText, maybeText } from './cells.ts';
import type { Db } from './database.ts';
import { prepared } from './prepared.ts';

const madeRows = z.array(z.object({ eid: z.string(), isProduct: z.number() }));
const productDraftHeadList = productDraftHead.array();

const storedDraft = productDraftHead.extend({ draft: jsonText(productDraft) });
/** A product draft as stored. */
export interface StoredPlan extends ProductDraftHead {
  readonly draft: ProductDraft;
}

/**
 * SQL for the records that a product draft created. Each row says whether the record or its
 * recreation exists or is pending.
 */
const MADE = `
  SELECT e.kind = '${productKind.kind}' AS is_product, e.state <> 'gone' OR EXISTS (
      SELECT 1 FROM group_item n JOIN entity m ON m.eid = n.eid
      WHERE n.again IN (e.eid, e.service_id, i.again) AND m.kind = e.kind AND m.state <> 'gone') AS is_there
    FROM group_item i JOIN entity e ON e.eid = i.eid
    WHERE i.group_id = plan.group_id AND i.action = 'create'`;
/**
 * SQL for the state of a row of the table `plan`.
 *
 * It depends on the product of the draft. A draft without a product is undone when none of its
 * records are left.
 */
export const PLAN_STATE = `CASE WHEN group_id IS NULL THEN 'draft'
  WHEN (SELECT coalesce(max(CASE WHEN is_product THEN is_there END), max(is_there)) FROM (${MADE})) = 0
    THEN 'undone' ELSE 'queued' END`;
const HEAD = `plan, name, group_id AS "group", ${PLAN_STATE} AS state, created_at AS createdAt,
  updated_at AS updatedAt`;

const CHANGED = `SELECT coalesce(nullif(plan.name, ''), e.title) FROM plan
    JOIN change_group g ON g.id = plan.group_id
    JOIN group_item i ON i.group_id = g.id AND i.action = 'create'
    JOIN entity e ON e.eid = i.eid
  WHERE plan.updated_at > g.created_at AND e.kind = @kind AND @trace IN (e.eid, e.service_id, i.again)
    AND (e.kind = '${productKind.kind}' OR NOT EXISTS (SELECT 1 FROM (${MADE}) WHERE is_product))
  LIMIT 1`;

/**
 * Returns the name of a changed product draft that created a record; null if there is none.
 *
 * If the record came back, the draft would count as queued but show other values. `trace` is the id
 * under which recreations of the record are noted.
 */
export function changedDraft(work: Db, kind: Kind, trace: string): string | null {
  return maybeText.parse(prepared(work, CHANGED).pluck().get({ kind, trace })) ?? null;
}

/** Stores product drafts. Call writing methods inside a transaction. */
export class ProductDraftStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  list(): ProductDraftHead[] {
    return productDraftHeadList.parse(
      this.#db.prepare(`SELECT ${HEAD} FROM plan ORDER BY updated_at DESC`).all(),
    );
  }

  get(plan: string): StoredPlan {
    const row = this.#db.prepare(`SELECT ${HEAD}, draft FROM plan WHERE plan = ?`).get(plan);
    if (row === undefined)
      throw new AppError('not-found', `No plan here has the id ${JSON.stringify(plan)}.`);
    return storedDraft.parse(row);
  }

  /** Returns the records that a product draft created, if it counts as queued. */
  madeBy(plan: string): MadeByPlan {
    const rows = madeRows.parse(
      this.#db
        .prepare(
          `SELECT e.eid, e.kind = '${productKind.kind}' AS isProduct FROM group_item i JOIN entity e ON e.eid = i.eid
           WHERE i.action = 'create' AND i.group_id =
             (SELECT group_id FROM plan WHERE plan = ? AND ${PLAN_STATE} = 'queued')`,
        )
        .all(plan),
    );
    return {
      eids: new Set(rows.map(({ eid }) => eid)),
      hasProduct: rows.some(({ isProduct }) => isProduct === 1),
    };
  }

  insert(plan: string, name: string, draft: ProductDraft, now: number): void {
    this.#db
      .prepare('INSERT INTO plan(plan, name, draft, created_at, updated_at) VALUES (?, ?, ?, ?, ?)')
      .run(plan, name, JSON.stringify(draft), now, now);
  }

  /**
   * Updates a product draft.
   *
   * `updated_at` always grows, even if the wall clock was set back, because `changedDraft` compares
   * it.
   */
  update(plan: string, name: string, draft: ProductDraft, now: number): void {
    this.#db
      .prepare(
        'UPDATE plan SET name = ?, draft = ?, updated_at = max(?, updated_at + 1) WHERE plan = ?',
      )
      .run(name, JSON.stringify(draft), now, plan);
  }

  /** Links a product draft to its batch; `updated_at` becomes the time of the batch. */
  setGroup(plan: string, group: string): void {
    this.#db
      .prepare(
        `UPDATE plan SET group_id = @group,
           updated_at = (SELECT created_at FROM change_group WHERE id = @group) WHERE plan = @plan`,
      )
      .run({ plan, group });
  }

  remove(plan: string): void {
    this.#db.prepare('DELETE FROM plan WHERE plan = ?').run(plan);
  }
}

/** The records that a product draft has created. */
export interface MadeByPlan {
  readonly eids: ReadonlySet<string>;
  readonly hasProduct: boolean;
}
