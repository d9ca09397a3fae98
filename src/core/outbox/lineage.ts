import { AppError, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { findKeyConflict } from './keyConflict.ts';
import { waitingCreation } from './waitingCreation.ts';
import { changedDraft } from '../store/productDraftStore.ts';
import type { Db } from '../store/database.ts';
import type { Entity, EntityStore } from '../store/entityStore.ts';
import { textOrNull, texts } from '../store/cells.ts';
import { prepared } from '../store/prepared.ts';
import type { Workspace } from '../workspace/workspace.ts';

interface Stores {
  readonly work: Db;
  readonly cache: Db;
  readonly entities: EntityStore;
}

/** Returns the id of the deleted record that an entity was recreated from; null if none. */
function originOf({ work }: Stores, { eid }: Entity): string | null {
  const origin = prepared(
    work,
    'SELECT again FROM group_item WHERE eid = ? AND again IS NOT NULL LIMIT 1',
  ).pluck();
  return textOrNull.parse(origin.get(eid) ?? null);
}

/**
 * Returns the id under which recreations of a deleted record are noted.
 *
 * For a record that was itself recreated, this is the id of the first original.
 */
export function lineageRoot(stores: Stores, kind: Kind, id: string): string {
  const entity = stores.entities.byServiceId(kind, id);
  return (entity === null ? null : originOf(stores, entity)) ?? id;
}

/**
 * Returns the id under which recreations of an entity are noted.
 *
 * A record that was never sent has only its local id.
 */
export function lineageKey(stores: Stores, entity: Entity): string {
  return originOf(stores, entity) ?? entity.serviceId ?? entity.eid;
}

/**
 * Returns the existing or pending recreation of a deleted record; null if there is none.
 *
 * Ignores `except`. Concerns only kinds without a code: no two records of other kinds can have the
 * same code.
 */
export function madeAgain(
  stores: Stores,
  kind: Kind,
  id: string,
  except: string | null = null,
): Entity | null {
  if (resourceOf(kind).key !== null) return null;
  const found = eidsMadeOf(stores, kind, id)
    .filter((eid) => eid !== except)
    .map((eid) => stores.entities.get(eid));
  return found.find((entity) => entity?.kind === kind && isThere(stores, entity)) ?? null;
}

function eidsMadeOf(stores: Stores, kind: Kind, id: string): readonly string[] {
  const made = prepared(
    stores.work,
    'SELECT eid FROM group_item WHERE again = ? ORDER BY number DESC',
  ).pluck();
  // Before the column `again` existed, the label of the batch held this id.
  const older = prepared(
    stores.work,
    `SELECT i.eid FROM change_group g JOIN group_item i ON i.group_id = g.id
       WHERE g.label ->> '$.kind' = ? AND g.label ->> '$.params.again' = ? ORDER BY i.number DESC`,
  ).pluck();
  return [
    ...texts.parse(made.all(lineageRoot(stores, kind, id))),
    ...texts.parse(older.all(kind, id)),
  ];
}

/**
 * Returns the pending recreations of records that the deleted record needed.
 *
 * Records that are recreated together are sent in the order in which they were first sent.
 */
export function neededAgain(
  stores: Stores & Pick<Workspace, 'operations'>,
  kind: Kind,
  id: string,
): readonly number[] {
  const entity = stores.entities.byServiceId(kind, id);
  if (entity === null) return [];
  const needed = stores.operations
    .creationsOf(entity.eid)
    .flatMap(({ seq }) => stores.operations.needsOf(seq));
  return needed.flatMap(({ eid }) => {
    const other = stores.entities.get(eid);
    if (other === null) return [];
    const made = eidsMadeOf(stores, other.kind, lineageKey(stores, other));
    return made.flatMap((each) => waitingCreation(stores, other.kind, each));
  });
}

/**
 * Throws `state` if a deleted record was already recreated.
 *
 * Otherwise a record without a code could be recreated twice: by Undo, from a conflict, or from the
 * trash.
 */
export function requireFirst(
  stores: Stores,
  kind: Kind,
  id: string,
  except: string | null = null,
): void {
  const made = madeAgain(stores, kind, id, except);
  if (made === null) return;
  throw new AppError('state', `It was created again already, as ${made.title}.`, {
    why: why('made-again', { name: made.title }),
  });
}

/**
 * Returns the reason against recreating a deleted record; null if there is none.
 *
 * Either it was already recreated, or the product draft that created it was changed since.
 */
export function takenAgain(stores: Stores, kind: Kind, id: string): Issue | null {
  return (
    issueOf(madeAgain(stores, kind, id)) ?? planIssue(stores, kind, lineageRoot(stores, kind, id))
  );
}

/**
 * Returns the reason against bringing a removed record back; null if there is none.
 *
 * Concerns records that were never sent. Meanwhile another record may have taken the code, the
 * record may have been recreated, or its product draft may have changed.
 */
export function takenWhileGone(
  stores: Stores & Pick<Workspace, 'meta'>,
  entity: Entity,
): Issue | null {
  if (entity.serviceId !== null) return null;
  const trace = lineageKey(stores, entity);
  const other = madeAgain(stores, entity.kind, trace, entity.eid);
  return findKeyConflict(stores, entity) ?? issueOf(other) ?? planIssue(stores, entity.kind, trace);
}

/**
 * Returns an issue if the product draft of a record was changed since.
 *
 * With its operations back, the draft would be locked and would not show the values that are sent.
 */
function planIssue({ work }: Stores, kind: Kind, trace: string): Issue | null {
  const name = changedDraft(work, kind, trace);
  if (name === null) return null;
  return {
    place: name,
    value: 'changed',
    ...expecting('planAsQueued', { name }),
  };
}

function issueOf(made: Entity | null): Issue | null {
  if (made === null) return null;
  const { title, serviceId, eid } = made;
  return {
    place: title,
    value: serviceId ?? eid,
    ...expecting('notRecreated', { name: title }),
  };
}

function isThere({ cache }: Stores, { kind, serviceId, state }: Entity): boolean {
  if (state !== 'linked' || serviceId === null) return state === 'new';
  const shown = 'SELECT 1 FROM record WHERE kind = ? AND id = ? AND missing_since IS NULL';
  return prepared(cache, shown).get(kind, serviceId) !== undefined;
}
