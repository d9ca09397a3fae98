import { resourceOf } from '#contract/resources/registry.ts';
import { changesOf } from '../record/diff.ts';
import type { GroupItem } from '../store/batchStore.ts';
import { broughtBack, inTheWay } from '../outbox/decisions.ts';
import type { Decision } from '../store/decisionStore.ts';
import type { Entity } from '../store/entityStore.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { base, impossible } from './undoRow.ts';
import type { Row } from './undoRow.ts';

/**
 * Previews the undo of a discard or a resolved conflict.
 *
 * The operations that it changed in the outbox are restored.
 */
export function undoDecision(
  ws: Workspace,
  item: GroupItem,
  entity: Entity,
  decision: Decision,
): Row {
  const back = broughtBack(decision);
  const action = back[0]?.action ?? 'update';
  const issue = inTheWay(ws, decision, entity);
  if (issue !== null) return impossible(entity, action, [issue]);
  const { kind, eid } = entity;
  const changes = back.flatMap(({ base: old, patch }) =>
    changesOf(resourceOf(kind), old === null ? {} : parseDoc(old), patch, { byPart: true }),
  );
  const work = { do: 'restore' as const, kind, ref: eid, item: item.number };
  return { ...base(entity), outcome: 'changed', action, changes, work };
}
