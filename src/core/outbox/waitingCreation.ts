import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * What exists only here must be sent before what needs it: the creation of a record that still waits, or the change that
 * gives it the code by which it is named.
 */
export function waitingCreation(
  { entities, operations }: Pick<Workspace, 'entities' | 'operations'>,
  kind: Kind,
  id: string | null,
): number[] {
  const entity = id === null ? null : (entities.get(id) ?? entities.byServiceId(kind, id));
  const open = entity === null ? [] : operations.openOf(entity.eid);
  const { key } = resourceOf(kind);
  return open
    .filter(({ action, patch }) => action === 'create' || Object.hasOwn(patch.values, key ?? ''))
    .map(({ seq }) => seq);
}
