import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { PartVerdict, ProductDraft, DraftPart } from '#contract/productDrafts.ts';
import type { Output } from '#contract/procedures.ts';
import { draftKinds, isProduct, productKind } from '#contract/resources/draftRoles.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { runInBatch } from '../../outbox/batches/runInBatch.ts';
import { lineageKey } from '../../outbox/lineage.ts';
import { maybeText } from '../../store/cells.ts';
import type { Entity } from '../../store/entityStore.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { evaluateDraft, givenValues } from './evaluate.ts';
import type { DraftStores } from './evaluate.ts';
import { insertParts, labelOfProduct } from './insertParts.ts';
import type { DraftStep, ReadyPart } from './insertParts.ts';
import { ProductDraftStore } from '../../store/productDraftStore.ts';

type Queued = Output<'productDrafts.queue'>;

interface Judged {
  readonly part: DraftPart;
  readonly verdict: PartVerdict;
}

/**
 * Queues all new parts of a product draft as one batch, product last.
 *
 * The draft stores the batch in the same transaction, so repeated calls queue it only once. An
 * undone draft can be queued again.
 */
export function queueDraft(ws: Workspace, plan: string): Queued {
  const store = new ProductDraftStore(ws.work);
  const { group: known, state, draft, name } = store.get(plan);
  if (known !== null && state === 'queued') return { group: known, steps: stepsOf(ws, known) };
  const before = known === null ? null : productOf(ws, known);
  const judged = readyParts({ ...ws, disk: ws.platform.disk }, draft);
  const label = labelOfProduct(judged.length, name);
  const { group, result: steps } = runInBatch(ws, label, (own) => {
    store.setGroup(plan, own);
    const ready = judged.map((each) => readyPart(ws, each, before));
    return insertParts(ws, own, ready);
  });
  ws.emit('productDrafts.changed', { plan });
  return { group, steps };
}

/**
 * Returns the parts in the order of doc §1.
 *
 * Throws `invalid` with every place for an incomplete draft.
 */
function readyParts(stores: DraftStores, draft: ProductDraft): readonly Judged[] {
  const { parts, creates } = evaluateDraft(stores, draft);
  const issues = parts.flatMap(({ part, faults }) =>
    faults.map(({ code, field, value, expected }) => ({
      place: field === '' ? part : `${part}.${field}`,
      value: value === null ? code : JSON.stringify(value),
      expected: expected === '' ? code : expected,
    })),
  );
  if (issues.length > 0) throw invalid(issues);
  if (creates === 0) throw invalid([{ place: 'plan', value: 'nothing', ...expecting('notThere') }]);
  const judged = draft.parts.flatMap((part, index): Judged[] => {
    const verdict = parts[index];
    return verdict === undefined || verdict.state === 'empty' ? [] : [{ part, verdict }];
  });
  const rank = ({ part }: Judged) => draftKinds.findIndex(({ kind }) => kind === part.kind);
  return judged.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the product that an earlier batch of this draft created.
 *
 * The new product takes its lineage, so that undo does not recreate the earlier one beside it.
 */
function productOf(ws: Workspace, group: string): Entity | null {
  const made = ws.work
    .prepare(
      `SELECT i.eid FROM group_item i JOIN entity e ON e.eid = i.eid
         WHERE i.group_id = ? AND i.action = 'create' AND e.kind = '${productKind.kind}' ORDER BY i.number LIMIT 1`,
    )
    .pluck();
  const eid = maybeText.parse(made.get(group));
  return eid === undefined ? null : ws.entities.get(eid);
}

function readyPart(ws: Workspace, { part, verdict }: Judged, before: Entity | null): ReadyPart {
  const { kind, files } = part;
  const existing = verdict.state === 'exists' ? verdict.id : null;
  const again = isProduct(kind) && before !== null ? lineageKey(ws, before) : undefined;
  const key = verdict.key ?? verdict.title;
  return { kind, key, existing, values: givenValues(part), files, again };
}

const stepRow = z.object({ id: z.string(), action: z.string(), eid: z.string() });
const stepRowList = stepRow.array();

function stepsOf(ws: Workspace, group: string): DraftStep[] {
  const rows = stepRowList.parse(
    ws.work
      .prepare(
        `SELECT id, action, eid FROM operation
         WHERE group_id = ? AND action = 'create' AND state <> 'discarded' ORDER BY seq`,
      )
      .all(group),
  );
  return rows.flatMap(({ id, eid }): DraftStep[] => {
    const entity = ws.entities.get(eid);
    if (entity === null) return [];
    const key = resourceOf(entity.kind).key === null ? entity.title : (entity.key ?? entity.title);
    return [{ kind: entity.kind, key, outcome: 'queued', operation: id }];
  });
}
