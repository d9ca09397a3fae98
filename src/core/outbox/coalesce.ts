import type { Json, JsonObject } from '#contract/json.ts';
import type { Resource } from '#contract/resources/resource.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from './projection.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changesOf, dropUnchanged } from '../record/diff.ts';
import type { FieldChange } from '../record/diff.ts';
import { nameOf } from './draft.ts';
import { baseFor, baseWaiting, mayBeThere, onTopOf } from './coalesceBase.ts';
import type { CoalescedChange } from './coalesceBase.ts';
import { isFoldable, isOfSame } from './coalescable.ts';
import { refreshAllDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';
import { referredCreations } from './referredCreations.ts';
import {
  fileItems,
  holdsItem,
  isEmptyPatch,
  sameItem,
  settled,
  stagedFiles,
  withoutItems,
  withPaths,
  foldPatches,
  inOrderOf,
} from '../record/patch.ts';
import type { FileItem, FilesPatch, Patch, Same } from '../record/patch.ts';

/**
 * Merges a change into unsent operations of the same record.
 *
 * Returns the id of the operation that took the change. Returns null if the change restored the
 * service's values, and undefined if no operation could take it. Call inside a transaction.
 */
export function coalesceUpdate(
  ws: Workspace,
  resource: Resource,
  entity: Entity,
  joined: readonly StoredOperation[],
  change: CoalescedChange,
): string | null | undefined {
  const { patch } = change;
  const needs = referredCreations(ws, resource, entity.eid, patch.values);
  // An operation can only wait for earlier ones. A refused one takes the change that corrects it.
  const isBehind = ({ seq, state }: StoredOperation) =>
    state === 'refused' || needs.every((needed) => needed < seq);
  const foldable: readonly StoredOperation[] = joined.filter(isBehind);
  // A change after a refusal is meant to correct it, so a refused operation comes first. Next comes
  // the first operation with a field of the change, not the last one. The push re-queues fields
  // that a creation did not keep behind all later changes, and that operation lacks the later
  // values.
  const first =
    foldable.find(({ state }) => state === 'refused') ??
    foldable.find((each) => isOfSame(each.patch, patch)) ??
    foldable.at(-1);
  if (first === undefined) return undefined;
  const create = foldable.find(({ action }) => action === 'create');
  const into = (operation: StoredOperation, part: Patch, among = foldable) =>
    foldThrough(ws, resource, entity, [operation, ...behind(among, operation)], {
      ...change,
      patch: part,
    });
  if (create === undefined) return into(first, patch);
  const { inCreate, inUpdate } = partPatch(resource, patch);
  const update = foldable.find(({ action }) => action === 'update');
  if (!isEmptyPatch(inUpdate) && update === undefined) return undefined;
  if (isEmptyPatch(inUpdate) || update === undefined) {
    if (!isEmptyPatch(inCreate)) into(create, inCreate);
    return create.id;
  }
  const taken = into(update, inUpdate);
  // Both parts may be merged into the same later update. Operations are read again, so that the
  // second part adds to the result of the first.
  if (!isEmptyPatch(inCreate)) into(create, inCreate, asTheyStand(ws, foldable));
  return taken;
}

function asTheyStand(
  ws: Workspace,
  operations: readonly StoredOperation[],
): readonly StoredOperation[] {
  return operations.flatMap(({ seq }) => ws.operations.bySeq(seq) ?? []).filter(isFoldable);
}

function behind(
  operations: readonly StoredOperation[],
  { seq }: StoredOperation,
): readonly StoredOperation[] {
  return operations.filter((each) => each.seq > seq && each.action === 'update');
}

/**
 * Merges a change into an operation and into later ones with the same fields.
 *
 * A change that was made while the first operation was being sent is queued behind it. Its older
 * value would otherwise overwrite the new one.
 */
function foldThrough(
  ws: Workspace,
  resource: Resource,
  entity: Entity,
  [first, ...later]: readonly [StoredOperation, ...StoredOperation[]],
  change: CoalescedChange,
): string | null {
  const open = new Map(ws.operations.openOf(entity.eid).map((each) => [each.seq, each]));
  const into = (operation: StoredOperation, patch: Patch) => {
    const { seq } = operation;
    const ahead = [...open.values()].filter((each) => each.seq < seq);
    const made = foldInto(ws, resource, entity, operation, { ...change, patch }, ahead);
    // Nothing was held for an operation that only waited.
    if (operation.state === 'refused' || (made === null && operation.state !== 'waiting'))
      freed.push(operation);
    const now = ws.operations.bySeq(seq);
    if (made === null || now === null) open.delete(seq);
    else open.set(seq, now);
    return made;
  };
  const freed: StoredOperation[] = [];
  let own = change.patch;
  let taken: string | null = null;
  for (const each of later) {
    const { here, there } = shareOf(first, own, each.patch);
    own = here;
    if (!isEmptyPatch(there)) taken = into(each, there) ?? taken;
  }
  if (!isEmptyPatch(own)) {
    taken = into(first, own);
    rebaseBeforeValues(ws, resource, own, later);
  }
  // Once for all of them: foreign data may have thousands.
  refreshAllDependents(ws, freed);
  return taken;
}

/**
 * Updates the bases of later operations after an earlier one changed.
 *
 * Only fields that both operations change are updated. Against the old base, a change back to the
 * old value would look like no change.
 */
function rebaseBeforeValues(
  ws: Workspace,
  resource: Resource,
  ahead: Patch,
  later: readonly StoredOperation[],
): void {
  for (const { seq } of later) {
    const operation = ws.operations.bySeq(seq);
    if (operation === null || operation.base === null || !isFoldable(operation)) continue;
    const { patch } = operation;
    const old = parseDoc(operation.base);
    const base = onTopOf(resource, old, ahead, patch);
    if (base !== old)
      ws.operations.rewrite(operation, patch, JSON.stringify(base), ws.platform.clock.now());
  }
}

/**
 * Splits a change between the operation that takes it and a later one.
 *
 * A value goes into both, which corrects a refused operation. File changes go into the later
 * operation if it changes the same list. Files that replace a file of a refused operation stay with
 * that operation.
 */
function shareOf(
  first: StoredOperation,
  patch: Patch,
  later: Patch,
): { readonly here: Patch; readonly there: Patch } {
  const values = Object.entries(patch.values).filter(([name]) => Object.hasOwn(later.values, name));
  const here: (readonly [string, FilesPatch])[] = [];
  const there: (readonly [string, FilesPatch])[] = [];
  for (const [name, change] of Object.entries(patch.files)) {
    if (!Object.hasOwn(later.files, name)) {
      here.push([name, change]);
      continue;
    }
    const own = first.state === 'refused' ? change.remove.filter(isFileOf(first, name)) : [];
    const add = change.add.slice(own.length);
    const remove = change.remove.filter((item) => !own.includes(item));
    if (own.length > 0) here.push([name, { add: change.add.slice(0, own.length), remove: own }]);
    there.push([name, { ...change, add, remove }]);
  }
  return {
    here: { values: patch.values, files: Object.fromEntries(here) },
    there: { values: Object.fromEntries(values), files: Object.fromEntries(there) },
  };
}

/** Returns a test for the files that an operation itself adds to a list. */
function isFileOf({ action, patch }: StoredOperation, name: string): (item: Json) => boolean {
  const given = action === 'create' ? patch.values[name] : patch.files[name]?.add;
  const brought = Array.isArray(given) ? given : [];
  return (item) => holdsItem(brought, item);
}

function partPatch(resource: Resource, patch: Patch): { inCreate: Patch; inUpdate: Patch } {
  const creatable = (name: string) => resource.fields[name]?.create !== 'never';
  const pick = (wanted: boolean): Patch => ({
    values: Object.fromEntries(
      Object.entries(patch.values).filter(([name]) => creatable(name) === wanted),
    ),
    files: Object.fromEntries(
      Object.entries(patch.files).filter(([name]) => creatable(name) === wanted),
    ),
  });
  return { inCreate: pick(true), inUpdate: pick(false) };
}

function foldInto(
  ws: Workspace,
  resource: Resource,
  entity: Entity,
  operation: StoredOperation,
  change: CoalescedChange,
  ahead: readonly StoredOperation[],
): string | null {
  const { patch } = change;
  const now = ws.platform.clock.now();
  const old = operation.base === null ? {} : parseDoc(operation.base);
  const isSent = mayBeThere(ws, operation);
  const pathOf = (file: string) => ws.uploads.pathOf(file, operation);
  // `rewrite` below forgets staged files that are no longer sent. From then on only their paths
  // identify them, so the sent patch is built with paths.
  const asSent = { ...operation, patch: withPaths(operation.patch, pathOf) };
  const known = baseFor(resource, asSent, old, change, isSent);
  const base = isSent ? known : baseWaiting(ahead, resource, operation, known, change);
  const folded = fold(resource, operation, base, patch, isSent, pathOf);
  journalFold(ws, resource, operation, { base, folded, isSent });
  markDirty(ws, entity.kind, entity.eid);
  if (operation.action === 'update' && isEmptyPatch(folded)) {
    ws.operations.setState(operation.seq, { state: 'merged' }, now);
    return null;
  }
  const text = base === old ? operation.base : JSON.stringify(base);
  ws.operations.rewrite(operation, folded, text, now);
  ws.uploads.setFiles(operation.seq, operation.id, stagedFiles(folded));
  const needs = referredCreations(ws, resource, entity.eid, folded.values);
  for (const needed of needs) if (needed < operation.seq) ws.operations.need(operation.seq, needed);
  // Releasing one operation may have released this one.
  refreshHold(ws, ws.operations.bySeq(operation.seq) ?? operation);
  if (operation.state === 'refused') {
    ws.operations.resetBudget(operation.seq);
    ws.operations.setState(operation.seq, { state: 'waiting' }, now);
  }
  if (operation.action === 'create') rename(ws, resource, entity.eid, folded.values);
  return operation.id;
}

interface Folded {
  readonly base: JsonObject;
  readonly folded: Patch;
  readonly isSent: boolean;
}

/** Records in the history the values of an operation and the values taken out unsent. */
function journalFold(
  ws: Workspace,
  resource: Resource,
  operation: StoredOperation,
  { base, folded, isSent }: Folded,
): void {
  const left = changesOf(resource, base, folded);
  const stays = new Set(left.map(({ field }) => field));
  const taken = isSent
    ? []
    : changesOf(resource, base, operation.patch).filter(({ field }) => !stays.has(field));
  const { kind } = resource;
  if (taken.length > 0) journal(ws, kind, operation, 'taken-back', taken.map(turned));
  if (left.length > 0 || taken.length === 0) journal(ws, kind, operation, 'queued', left);
}

function turned({ field, before, after }: FieldChange): FieldChange {
  return { field, before: after, after: before };
}

function fold(
  resource: Resource,
  operation: StoredOperation,
  base: JsonObject,
  patch: Patch,
  isSent: boolean,
  pathOf: (file: string) => string | null,
): Patch {
  // A sent file may be named by its staged id or by its path.
  const same: Same = (a, b) => sameItem(settled(a, pathOf), settled(b, pathOf));
  const folded = foldPatches(resource, operation.patch, patch, same);
  if (operation.action === 'update') {
    const { values, files } = restoreReplaced(resource, operation.patch, folded);
    const asked = isSent ? askedBack(operation.patch.files, files, same, pathOf) : files;
    const isChanged = ([name]: readonly [string, Json]) => Object.hasOwn(patch.values, name);
    const all = Object.entries(values);
    const changed = Object.fromEntries(all.filter(isChanged));
    const left = dropUnchanged(resource, base, { values: changed, files: asked });
    // Values that the change does not name stay, even if the record once held them: the user asked
    // for them.
    const rest = Object.fromEntries(all.filter((each) => !isChanged(each)));
    return { values: { ...rest, ...left.values }, files: left.files };
  }
  // A creation has no list changes: files are added to and removed from its lists.
  const { values, files } = folded;
  const lists = Object.entries(files).map(([name, { add, remove }]) => {
    const old = operation.patch.values[name];
    const list = Array.isArray(old) ? old : [];
    const wanted = [...withoutItems(list, remove), ...add];
    return [name, inOrderOf(wanted, patch.files[name]?.order)] as const;
  });
  return { values: { ...values, ...Object.fromEntries(lists) }, files: {} };
}

/**
 * Reverses the list changes that a sent operation no longer makes.
 *
 * A file that was added is removed by its path, because this operation forgets its staged file. A
 * file that was removed is added again. A staged file without a path was not sent from here, and
 * neither was the removal of the file it replaces. Both are reversed only if nothing else is left
 * to change.
 */
function askedBack(
  earlier: Patch['files'],
  files: Patch['files'],
  same: Same,
  pathOf: (file: string) => string | null,
): Patch['files'] {
  const lists = Object.entries(files).map(([name, change]) => {
    const old = earlier[name] ?? { add: [], remove: [] };
    const given = fileItems.parse(settled(old.add, pathOf));
    const isOver = change.add.length + change.remove.length === 0;
    const wasSent = (item: FileItem = '') => isOver || typeof item === 'string';
    const sent = given.filter((item) => wasSent(item));
    const left = old.remove.filter((_, place) => wasSent(given[place]));
    const asked: FilesPatch = {
      add: [...change.add, ...withoutItems(left, [...change.remove, ...change.add], same)],
      remove: [...change.remove, ...withoutItems(sent, [...change.add, ...change.remove], same)],
    };
    return [name, asked] as const;
  });
  return Object.fromEntries(lists);
}

/**
 * Restores a replaced file when its replacement is taken back.
 *
 * Concerns kinds whose files can only be swapped: no request leaves the place empty.
 */
function restoreReplaced(resource: Resource, earlier: Patch, folded: Patch): Patch {
  if (!resource.swapsFiles) return folded;
  const files = Object.entries(folded.files).map(([name, { add, remove }]) => {
    const partners = new Map(
      earlier.files[name]?.remove.map((item, index) => [item, earlier.files[name]?.add[index]]),
    );
    const kept = [...remove];
    for (const item of remove) {
      const partner = partners.get(item);
      const takenBack = partner !== undefined && !holdsItem(add, partner);
      if (kept.length > add.length && takenBack) kept.splice(kept.indexOf(item), 1);
    }
    return [name, { add, remove: kept }] as const;
  });
  return { ...folded, files: Object.fromEntries(files) };
}

/**
 * Updates the code and title of a new record from its creation.
 *
 * The record is looked up by them.
 */
export function rename(ws: Workspace, resource: Resource, eid: string, record: JsonObject): void {
  const { key, title } = nameOf(resource, record);
  ws.entities.rename(eid, key, title);
}
