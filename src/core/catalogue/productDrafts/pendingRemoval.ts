import type { Kind } from '#contract/resources/resource.ts';
import { idsWithKey } from '../../outbox/target.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Stores = Pick<ReadStores, 'cache' | 'entities' | 'operations'>;

/**
 * Returns whether a record has a pending removal.
 *
 * A new record that refers to it would refer to a removed one.
 */
export function isPendingRemoval(
  { entities, operations }: Stores,
  kind: Kind,
  id: string,
): boolean {
  const entity = entities.get(id) ?? entities.byServiceId(kind, id);
  const open = entity === null ? [] : operations.openOf(entity.eid);
  return open.some(({ action }) => action === 'remove');
}

/**
 * Returns a usable record with a code.
 *
 * When all of them have pending removals, returns one of these.
 */
export function holderOf(stores: Stores, kind: Kind, code: string): string | null {
  const ids = idsWithKey(stores.cache, kind, code);
  return ids.find((id) => !isPendingRemoval(stores, kind, id)) ?? ids[0] ?? null;
}
