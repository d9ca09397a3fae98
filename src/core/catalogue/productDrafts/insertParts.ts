import type { JsonObject } from '#contract/json.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import type { Output } from '#contract/procedures.ts';
import { isProduct, productKind } from '#contract/resources/draftRoles.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { noteChange, patchOf } from '../../outbox/batches/noteChange.ts';
import type { GivenFile } from '../../outbox/draft.ts';
import { insertCreate } from '../../outbox/enqueue.ts';
import { waitingCreation } from '../../outbox/waitingCreation.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A part of a product as it was queued: it exists, or an operation creates it. */
export type DraftStep = Output<'productDrafts.queue'>['steps'][number];

/** One part of a product that is ready to be queued. */
export interface ReadyPart {
  readonly kind: Kind;
  readonly key: string;
  /** The existing or pending record of this part, which is not changed; null for a new one. */
  readonly existing: string | null;
  readonly values: JsonObject;
  readonly files: readonly GivenFile[];
  /** The lineage of the deleted record that this part replaces. */
  readonly again?: string | undefined;
}

/**
 * Queues the missing parts of a product inside the batch's transaction.
 *
 * The parts come in the order of doc §1, the product last. It is sent after all its parts.
 */
export function insertParts(
  ws: Workspace,
  group: string,
  parts: readonly ReadyPart[],
): DraftStep[] {
  const needs: number[] = [];
  return parts.map(({ kind, key, existing, values, files, again }): DraftStep => {
    if (existing !== null) {
      needs.push(...waitingCreation(ws, kind, existing));
      return { kind, key, outcome: 'exists', operation: null };
    }
    const isLast = isProduct(kind);
    const binding = { group, needs: isLast ? [...new Set(needs)] : [], ensure: !isLast };
    const made = insertCreate(ws, kind, values, files, binding);
    if (!isLast) needs.push(...made.seqs.slice(0, 1));
    const { id: eid, operation } = made;
    const patch = patchOf(values);
    noteChange(ws, group, { kind, eid, action: 'create', operation, patch, again });
    return { kind, key, outcome: 'queued', operation };
  });
}

/** Returns the label of a batch that adds a product. */
export function labelOfProduct(count: number, record: string): GroupLabel {
  return { code: 'add-product', kind: productKind.kind, count, params: { record } };
}
