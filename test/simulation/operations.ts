import type { StoredOperation } from '#core/store/operationStore.ts';
import type { Workspace } from '#core/workspace.ts';

/** Every operation of a record, in their order. */
export function operationsOf(ws: Workspace, eid: string): readonly StoredOperation[] {
  const ids = ws.work
    .prepare('SELECT id FROM operation WHERE eid = ? ORDER BY seq')
    .pluck()
    .all(eid);
  return ids.flatMap((id) => ws.operations.get(String(id)) ?? []);
}
