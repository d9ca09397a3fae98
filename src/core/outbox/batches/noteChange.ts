import type { JsonObject } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { EMPTY_PATCH } from '../../record/patch.ts';
import type { Patch } from '../../record/patch.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { changesOf } from '../../record/diff.ts';
import { BatchStore } from '../../store/batchStore.ts';
import type { NewItem } from '../../store/batchStore.ts';

interface NotedChange extends Pick<NewItem, 'eid' | 'operation' | 'again'> {
  readonly kind: Kind;
  readonly action: 'create' | 'update';
  readonly patch: Patch;
  /** The record as shown before the change; absent for a new record. */
  readonly shown?: JsonObject;
}

/** Records in a batch the change of one record, for Undo; returns the changed fields. */
export function noteChange(ws: Workspace, group: string, change: NotedChange): readonly string[] {
  const { kind, eid, action, operation, patch, shown = {}, again } = change;
  const changes = [...changesOf(resourceOf(kind), shown, patch, { byPart: true })];
  new BatchStore(ws.work).addItem(group, { eid, action, operation, changes, ended: [], again });
  return changes.map(({ field }) => field);
}

/** Returns the patch of a new record with these values. */
export function patchOf(values: JsonObject): Patch {
  return { ...EMPTY_PATCH, values };
}
