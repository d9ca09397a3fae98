import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Db } from '../store/database.ts';
import type { Entity, EntityStore } from '../store/entityStore.ts';
import { texts } from '../store/cells.ts';
import { prepared } from '../store/prepared.ts';

interface Stores {
  readonly work: Db;
  readonly cache: Db;
  readonly entities: EntityStore;
}

/** What the name of a group that creates a deleted record anew says beside the record: which one it was. */
export const namedAgain = (id: string) => ({ again: id });

/**
 * The record that was made of a deleted one before and that is still there or on its way; null where there is
 * none. Asked only of kinds without a code: of the others no two can have the same.
 */
export function madeAgain(stores: Stores, kind: Kind, id: string): Entity | null {
  if (resourceOf(kind).key !== null) return null;
  const made = prepared(
    stores.work,
    `SELECT i.eid FROM change_group g JOIN group_item i ON i.group_id = g.id
       WHERE g.label ->> '$.kind' = ? AND g.label ->> '$.params.again' = ? ORDER BY i.number DESC`,
  ).pluck();
  const found = texts.parse(made.all(kind, id)).map((eid) => stores.entities.get(eid));
  return found.find((entity) => entity !== null && isThere(stores, entity)) ?? null;
}

function isThere({ cache }: Stores, { kind, serviceId, state }: Entity): boolean {
  if (state !== 'linked' || serviceId === null) return state === 'new';
  const shown = 'SELECT 1 FROM record WHERE kind = ? AND id = ? AND missing_since IS NULL';
  return prepared(cache, shown).get(kind, serviceId) !== undefined;
}
