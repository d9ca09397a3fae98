import type { StoredOperation } from '#core/store/operationStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import type { Edit } from './intent.ts';
import { trackedOf } from './oracle.ts';

/**
 * Returns whether a careful person would retry the operation.
 *
 * A careful person does not retry a request that Cabinet says may already have arrived.
 */
export function mayRetry({ reason }: StoredOperation): boolean {
  const why = reason?.details?.why;
  return why !== 'looks-alike' && why !== 'sent-since' && why !== 'not-told';
}

/** A change that joins one of these goes when that one goes, which the run itself may have queued. */
export function openIds(ws: Workspace | null): ReadonlySet<string> {
  return new Set(ws?.operations.open().map(({ id }) => id));
}

/** Every operation of a record, in their order. */
export function operationsOf(ws: Workspace, eid: string): readonly StoredOperation[] {
  const ids = ws.work
    .prepare('SELECT id FROM operation WHERE eid = ? ORDER BY seq')
    .pluck()
    .all(eid);
  return ids.flatMap((id) => ws.operations.get(String(id)) ?? []);
}

/** The operation of a record that holds a value that the person gave. */
export function operationWith(
  ws: Workspace,
  { eid, field, value }: Edit & { readonly eid: string },
): StoredOperation | undefined {
  return operationsOf(ws, eid).find(({ patch }) => trackedOf(patch.values)[field] === value);
}

/** The creation of a record by the value in its name, as far as one is kept. */
export function creationsOf(
  ws: Workspace,
  value: number,
): readonly { readonly id: string; readonly eid: string }[] {
  return ws.work
    .prepare(
      "SELECT id, eid FROM operation WHERE action = 'create' AND instr(patch, ?) > 0 LIMIT 1",
    )
    .all(`"N${value}"`) as { id: string; eid: string }[];
}
