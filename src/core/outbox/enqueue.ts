import { AppError, invalid, why } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { withKeptUpdates } from '#contract/resources/updates.ts';
import { checkValues } from '#contract/values.ts';
import type { RawRecord } from '../service/types.ts';
import type { Entity } from '../store/entityStore.ts';
import { learnedResource } from '../store/learnedResource.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from './projection.ts';
import type { Shown } from './projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changesOf, diffValues } from '../record/diff.ts';
import { checkFiles, nameOf, withChangedFiles, withFiles } from './draft.ts';
import type { GivenFile } from './draft.ts';
import { coalesceUpdate } from './coalesce.ts';
import { isFoldable, joinable, resourceToChange } from './coalescable.ts';
import { isHeldByPerson, refreshDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';
import { withoutOrders, withOrders } from '../record/order.ts';
import { insertLinked, seenAgain } from './mergeEntities.ts';
import { overlay } from '../record/overlay.ts';
import { EMPTY_PATCH, isEmptyPatch, stagedFiles } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';
import { withOwnCreation } from './ownCreation.ts';
import { takenByChange, findKeyConflict } from './keyConflict.ts';
import { referredCreations } from './referredCreations.ts';
import { findTarget } from './target.ts';
import type { EditTarget } from './target.ts';

/** The queued operation, or null if nothing differs, and the record's id. */
export interface Queued {
  readonly operation: string | null;
  readonly id: string;
}

/** The batch of an operation and the operations that it depends on. */
export interface EnqueueOptions {
  readonly group: string | null;
  readonly needs: readonly number[];
  /** Whether an existing record with this code is accepted instead of being a conflict. */
  readonly ensure?: boolean;
}
const UNBOUND: EnqueueOptions = { group: null, needs: [] };

/** The queued operations of a creation in order, the creation first. */
export interface QueuedCreate extends Queued {
  readonly seqs: readonly number[];
}

/**
 * Queues a creation inside the caller's transaction.
 *
 * The caller updates the list rows afterwards.
 */
export function insertCreate(
  ws: Workspace,
  kind: Kind,
  given: JsonObject,
  files: readonly GivenFile[],
  binding: EnqueueOptions,
): QueuedCreate {
  const resource = learnedResource(ws, kind);
  const { values, issues } = checkValues(resource, withFiles(resource, given, files), 'create');
  if (issues.length > 0) throw invalid(issues);
  const { key, title } = nameOf(resource, values);
  const taken = findKeyConflict(ws, { kind, key });
  if (taken !== null) throw invalid([taken]);
  const { first, behind } = splitDraft(resource, values);
  checkFiles(ws, resource, first);
  checkFiles(ws, resource, behind);
  return insertDraft(ws, { kind, key, title }, { first, behind }, binding);
}

/** Inserts a new record with its creation, and an update for fields that a creation cannot set. */
export function insertDraft(
  ws: Workspace,
  { kind, key, title }: Pick<Entity, 'kind' | 'key' | 'title'>,
  { first, behind }: { readonly first: Patch; readonly behind: Patch },
  binding: EnqueueOptions,
): QueuedCreate & { readonly operation: string } {
  const eid = ws.platform.random.id();
  const entity = ws.entities.insert({ eid, kind, serviceId: null, key, title, state: 'new' });
  const create = insertOperation(ws, entity, 'create', first, null, binding);
  const seqs = [create.seq];
  if (!isEmptyPatch(behind)) {
    const after = { group: binding.group, needs: [create.seq] };
    const base = asBase(first.values);
    seqs.push(insertOperation(ws, entity, 'update', behind, base, after).seq);
  }
  return { operation: create.id, id: eid, seqs };
}

/** Splits values into those a creation can set and those that need an update. */
export function splitDraft(
  resource: Resource,
  values: JsonObject,
): { first: Patch; behind: Patch } {
  const entries = Object.entries(values);
  const creatable = entries.filter(([name]) => resource.fields[name]?.create !== 'never');
  const later = entries.filter(([name]) => resource.fields[name]?.create === 'never');
  return {
    first: { ...EMPTY_PATCH, values: Object.fromEntries(creatable) },
    behind: diffValues(resource, {}, Object.fromEntries(later)),
  };
}

/** Options of an update. */
export interface UpdateOptions {
  /** The record as the user saw it, if a newer read may have come since. */
  readonly base?: JsonObject | undefined;
  readonly group?: string | undefined;
  /**
   * Whether the change takes an earlier one back. A pending value that it cancels then leaves a
   * newer value of the service in place.
   */
  readonly takesBack?: boolean | undefined;
  /** The only field of the change, which may be one that the document does not list for updates. */
  readonly tries?: string | undefined;
}

/** The effect of a change or removal, for Undo. */
export interface Inserted extends Queued {
  readonly entity: Entity;
  /** The record as it was shown before the change. */
  readonly shown: JsonObject;
  readonly patch: Patch;
  /** The record as it is shown from now on; null if only a read can tell. */
  readonly now: Pick<Shown, 'record' | 'states'> | null;
  /** The sequence numbers of the operations that a removal replaced. */
  readonly ended: readonly number[];
}

/**
 * Queues the fields that differ as a change, inside the caller's transaction.
 *
 * The change is merged into an unsent operation of the record if possible. The caller updates the
 * list rows afterwards.
 */
export function insertUpdate(
  ws: Workspace,
  kind: Kind,
  ref: string,
  given: JsonObject,
  files: readonly GivenFile[],
  options: UpdateOptions = {},
): (Queued & { readonly operation: null; readonly patch: null }) | Inserted {
  const learned = learnedResource(ws, kind);
  const target = withOwnCreation(ws, findTarget(ws, kind, ref));
  const open = target.entity === null ? [] : ws.operations.openOf(target.entity.eid);
  refuseLeaving(open, target);
  const resource = takenBy(learned, open, Object.keys(given), options);
  const { sentAs } = ws.uploads;
  const standing = overlay(resource, target.doc, open, sentAs);
  const shown = options.base ?? standing;
  const purpose = purposeOf(open);
  const wanted = withChangedFiles(resource, shown, given, files);
  const { values, issues } = checkValues(resource, wanted, purpose, '', shown);
  if (issues.length > 0) throw invalid(issues);
  const patch = withOrders(resource, shown, values, diffValues(resource, shown, values), purpose);
  const id = target.entity?.serviceId ?? target.entity?.eid ?? target.stored?.id ?? ref;
  if (isEmptyPatch(patch)) return { operation: null, id, patch: null };
  checkFiles(ws, resource, patch, open);
  const entity = entityFor(ws, target);
  const taken = takenByChange(ws, entity, nameOf(resource, patch.values).key);
  if (taken !== null) throw invalid([taken]);
  const folded = coalesceUpdate(ws, resource, entity, joinable(open, patch, learned), {
    patch,
    shown,
    doc: options.takesBack === true ? null : target.doc,
  });
  // Undo restores the current values, even if the user opened the record earlier and saw older
  // ones.
  const done = { id, entity, shown: standing, patch, ended: [] };
  if (folded !== undefined) return { ...done, operation: folded, now: null };
  const fresh = withoutOrders(patch);
  if (isEmptyPatch(fresh)) return { operation: null, id, patch: null };
  const binding = { group: options.group ?? null, needs: [] };
  const made = insertOperation(ws, entity, 'update', fresh, asBase(shown), binding);
  const all = [...open, made];
  const record = overlay(resource, target.doc, all, sentAs);
  return { ...done, operation: made.id, now: { record, states: all.map(({ state }) => state) } };
}

/** Returns the descriptor by which a change is checked: it has the updates of a trial. */
function takenBy(
  learned: Resource,
  open: readonly StoredOperation[],
  names: readonly string[],
  { tries }: UpdateOptions,
): Resource {
  if (tries !== undefined) return withKeptUpdates(learned, new Set([tries]));
  return resourceToChange(learned, open, names);
}

/**
 * Returns the purpose by which a change of a record is checked.
 *
 * A record whose creation was never sent takes every field.
 */
export function purposeOf(open: readonly StoredOperation[]): 'draft' | 'update' {
  return open.some((each) => each.action === 'create' && isFoldable(each)) ? 'draft' : 'update';
}

function refuseLeaving(open: readonly StoredOperation[], target: EditTarget): void {
  if (!open.some(({ action }) => action === 'remove')) return;
  const name = target.entity?.key ?? target.entity?.title ?? 'this record';
  throw new AppError('state', `${name} is queued to be removed. Discard that removal first.`, {
    why: why('removal-queued', { name }),
  });
}

function entityFor(ws: Workspace, { kind, entity, stored, doc }: EditTarget): Entity {
  if (entity === null) return insertLinked(ws, kind, stored?.id ?? null, doc ?? {});
  if (stored !== null) seenAgain(ws, entity);
  return entity;
}

/** The record that a change was made from, and its stored text. */
export type Base = Pick<RawRecord, 'text' | 'record'>;

export function asBase(record: JsonObject): Base {
  return { text: JSON.stringify(record), record };
}

/** Inserts an operation, which also waits for the new records that its composition names. */
export function insertOperation(
  ws: Workspace,
  entity: Entity,
  action: StoredOperation['action'],
  patch: Patch,
  base: Base | null,
  binding: EnqueueOptions,
): StoredOperation {
  const id = ws.platform.random.id();
  const resource = resourceOf(entity.kind);
  const referred = referredCreations(ws, resource, entity.eid, patch.values);
  const made = ws.operations.insert(
    {
      id,
      eid: entity.eid,
      action,
      patch,
      base: base?.text ?? null,
      groupId: binding.group,
      needs: [...new Set([...binding.needs, ...referred])],
      ensure: binding.ensure === true,
    },
    ws.platform.clock.now(),
  );
  const files = stagedFiles(patch);
  if (files.length > 0) ws.uploads.setFiles(made.seq, id, files);
  const changes = changesOf(resource, base?.record ?? {}, patch);
  journal(ws, entity.kind, made, 'queued', changes);
  markDirty(ws, entity.kind, entity.eid);
  return refreshHold(ws, made) ? (ws.operations.bySeq(made.seq) ?? made) : made;
}

/**
 * Queues a removal inside the caller's transaction.
 *
 * Unsent operations of the record end. A record that was never sent needs no removal. The caller
 * updates the list rows afterwards.
 */
export function insertRemove(
  ws: Workspace,
  kind: Kind,
  ref: string,
  binding: EnqueueOptions = UNBOUND,
): Inserted {
  const resource = resourceOf(kind);
  const target = withOwnCreation(ws, findTarget(ws, kind, ref));
  const open = target.entity === null ? [] : ws.operations.openOf(target.entity.eid);
  refuseLeaving(open, target);
  const isOver = (each: StoredOperation) => isFoldable(each) && !mayBeSentSince(ws, each);
  const neverSent = open.length > 0 && open[0]?.action === 'create' && open.every(isOver);
  const id = target.entity?.serviceId ?? target.entity?.eid ?? target.stored?.id ?? ref;
  const shown = overlay(resource, target.doc, open, ws.uploads.sentAs);
  const entity = entityFor(ws, target);
  const ending = open.filter(isOver);
  for (const each of ending) end(ws, entity, each, neverSent);
  const ended = ending.map(({ seq }) => seq);
  if (neverSent) {
    ws.entities.release(entity.eid, 'gone');
    return { operation: null, id, entity, shown, patch: EMPTY_PATCH, now: null, ended };
  }
  // Operations in flight belong to the version that the user removes. Only remote changes count as
  // conflicts.
  const left = open.filter((each) => !isOver(each));
  const base = asBase(overlay(resource, target.doc, left, ws.uploads.sentAs));
  const { id: operation } = insertOperation(ws, entity, 'remove', EMPTY_PATCH, base, binding);
  return { operation, id, entity, shown, patch: EMPTY_PATCH, now: null, ended };
}

/**
 * Returns whether a restored creation may have been sent since its backup or copy.
 *
 * Its record is then looked up and removed.
 */
function mayBeSentSince({ restored }: Workspace, { action, seq }: StoredOperation): boolean {
  return action === 'create' && restored.has(seq);
}

function end(ws: Workspace, entity: Entity, operation: StoredOperation, neverSent: boolean): void {
  const state = neverSent ? 'discarded' : 'merged';
  // Undo restores the operation as it was, so a hold by the user is kept.
  const reason = isHeldByPerson(operation) ? operation.reason : null;
  ws.operations.setState(operation.seq, { state, reason }, ws.platform.clock.now());
  journal(ws, entity.kind, operation, neverSent ? 'taken-back' : 'replaced');
  markDirty(ws, entity.kind, entity.eid);
  const ended = ws.operations.bySeq(operation.seq);
  if (ended !== null) refreshDependents(ws, ended);
}
