import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Returns the pending operations that must be sent before a record can be referred to.
 *
 * These are its creation, and a change of the code by which other records name it.
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
