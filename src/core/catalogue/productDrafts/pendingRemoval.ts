import type { Kind } from '#contract/resources/resource.ts';
import { idsWithKey } from '../../outbox/target.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Stores = Pick<ReadStores, 'cache' | 'entities' | 'operations'>;

/** Whether a record is queued to be removed: what is made to use it would name something that is gone by then. */
export function isPendingRemoval(
  { entities, operations }: Stores,
  kind: Kind,
  id: string,
): boolean {
  const entity = entities.get(id) ?? entities.byServiceId(kind, id);
  const open = entity === null ? [] : operations.openOf(entity.eid);
  return open.some(({ action }) => action === 'remove');
}

/** The record with a code that can be used; where all of them are to be removed, one of these. */
export function holderOf(stores: Stores, kind: Kind, code: string): string | null {
  const ids = idsWithKey(stores.cache, kind, code);
  return ids.find((id) => !isPendingRemoval(stores, kind, id)) ?? ids[0] ?? null;
}
