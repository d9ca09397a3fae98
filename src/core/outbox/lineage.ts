import { AppError, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { findKeyConflict } from './keyConflict.ts';
import { waitingCreation } from './waitingCreation.ts';
import { changedPlan } from '../store/productDraftStore.ts';
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

/** The deleted record that a record made here was made of, by its id; null where it is nothing made anew. */
function originOf({ work }: Stores, { eid }: Entity): string | null {
  const origin = prepared(
    work,
    'SELECT again FROM group_item WHERE eid = ? AND again IS NOT NULL LIMIT 1',
  ).pluck();
  return textOrNull.parse(origin.get(eid) ?? null);
}

/** The id under which all is noted that is made of a deleted record: where it was made anew itself, the first one's. */
export function lineageRoot(stores: Stores, kind: Kind, id: string): string {
  const entity = stores.entities.byServiceId(kind, id);
  return (entity === null ? null : originOf(stores, entity)) ?? id;
}

/** Under what it is noted that a record is made again: never sent, it has no id but that of here. */
export function lineageKey(stores: Stores, entity: Entity): string {
  return originOf(stores, entity) ?? entity.serviceId ?? entity.eid;
}

/**
 * The record that was made of a deleted one before and that is still there or on its way, `except` one; null where
 * there is none. Asked only of kinds without a code: of the others no two can have the same.
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
  // What was made before that column was there is told by the name of its group.
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
 * The creations that wait of what a deleted record needed when it was made, itself or made anew as the record is: what
 * is made anew together is sent in the order in which it was sent first.
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
 * Refuses to make a deleted record anew that was made anew before: one without a code could be made twice of it, by an
 * undo, in a conflict or from the deleted records.
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
 * What is wrong with making a deleted record anew: what was made of it before, or a plan of which it was made and that
 * was changed since; null where nothing is.
 */
export function takenAgain(stores: Stores, kind: Kind, id: string): Issue | null {
  return (
    issueOf(madeAgain(stores, kind, id)) ?? planIssue(stores, kind, lineageRoot(stores, kind, id))
  );
}

/**
 * What stands against a record's coming back: never sent, it left its code, and what it was made of, to others, and its
 * plan to be changed.
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

/** With what it had queued back, a plan would be locked, and would not show what is sent. */
function planIssue({ work }: Stores, kind: Kind, trace: string): Issue | null {
  const name = changedPlan(work, kind, trace);
  if (name === null) return null;
  return {
    place: name,
    value: 'changed',
    expected: `a plan as it was queued: ${name} was changed since, queue that one instead`,
  };
}

function issueOf(made: Entity | null): Issue | null {
  if (made === null) return null;
  const { title, serviceId, eid } = made;
  return {
    place: title,
    value: serviceId ?? eid,
    expected: `a record that was not created again yet: ${title} was made of it`,
  };
}

function isThere({ cache }: Stores, { kind, serviceId, state }: Entity): boolean {
  if (state !== 'linked' || serviceId === null) return state === 'new';
  const shown = 'SELECT 1 FROM record WHERE kind = ? AND id = ? AND missing_since IS NULL';
  return prepared(cache, shown).get(kind, serviceId) !== undefined;
}
