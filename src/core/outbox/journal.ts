import type { HistoryResult, Reason } from '#contract/operations.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { FieldChange } from '../record/diff.ts';

/** Adds one history entry for each changed field. */
export function journal(
  ws: Workspace,
  kind: Kind,
  operation: Pick<StoredOperation, 'eid' | 'seq' | 'action'>,
  result: HistoryResult,
  changes: readonly FieldChange[] = [],
  reason: Reason | null = null,
): void {
  const time = ws.platform.clock.now();
  const entry = {
    time,
    kind,
    eid: operation.eid,
    seq: operation.seq,
    action: operation.action,
    result,
    reason,
  };
  if (changes.length === 0)
    ws.activity.add({ ...entry, field: null, before: undefined, after: undefined });
  for (const { field, before, after } of changes)
    ws.activity.add({ ...entry, field, before: before ?? undefined, after: after ?? undefined });
}
