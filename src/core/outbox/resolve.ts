import { AppError, invalid, why } from '#contract/errors.ts';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/operations.ts';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord, show } from '#contract/values.ts';
import { tellSoon, withinGroup } from './batches/runInBatch.ts';
import { valueAt } from '../record/valueChanges.ts';
import { GroupStore } from '../store/batchStore.ts';
import { noteChange } from './batches/noteChange.ts';
import { nameOfWork } from './batches/command.ts';
import { markDirty, refreshDirty } from './projection.ts';
import { transact } from '../store/database.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import {
  dropGiven,
  holdAlong,
  move,
  moveOnly,
  ownedOperation,
  rebaseOn,
  STEPS,
} from './actions.ts';
import type { DecidedResult } from './actions.ts';
import { bringBackReplaced } from './reinstate.ts';
import { FilesAgain, createAgain } from './recreate.ts';
import type { Settled } from './recreate.ts';
import { DecisionGroup } from './decisions.ts';
import { diffValues } from '../record/operationDiff.ts';
import { asBase, insertOperation } from './enqueue.ts';
import { letDependentsGo } from './holds.ts';
import { journal } from './journal.ts';
import { overlay } from '../record/overlay.ts';
import type { Overlaying } from '../record/overlay.ts';
import { mergeEntities, changesBehind, insertLinked } from './mergeEntities.ts';
import { EMPTY_PATCH, fieldNames, isEmptyPatch, stagedFiles } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';
import { useOtherCode } from './changeKey.ts';
import { rebaseFiles } from './rebaseFiles.ts';
import { isConflictStale, isThereAgain } from './conflictStaleness.ts';
import type { OperationWithEntity } from './owned.ts';

export type Side = 'mine' | 'theirs';

/** How a person settles a conflict: one side for everything, or a side for each field that clashes. */
export interface Choice {
  readonly all?: Side | undefined;
  readonly fields?: Readonly<Record<string, Side>> | undefined;
  /** Another code for a creation of which the code is taken. */
  readonly code?: string | undefined;
  /** When the conflict that the person looked at was read; left out where nothing tells that. */
  readonly seen?: number | undefined;
}

/** Where an operation stands that a choice settled, and what of a record does not go along with it. */
interface Resolved extends DecidedResult {
  readonly notes?: AgainNote[];
}

/** Settles a conflict as the person chose; nothing is ever chosen for them. */
export async function resolve(ws: Workspace, id: string, choice: Choice): Promise<Resolved> {
  const copies = new FilesAgain(ws);
  if (choice.all === 'mine') await copies.take(id);
  const decided = new DecisionGroup(ws, 'decide');
  const { operation, notes, group } = transact(ws.work, () => {
    const settle = () => settleConflict(ws, id, choice, copies);
    return { ...decided.run(ownedOperation(ws, id), settle), group: decided.finish() };
  });
  refreshDirty(ws);
  const { state } = ownedOperation(ws, operation).operation;
  return {
    operation,
    state,
    ...(group === null ? {} : { group }),
    ...(notes.length === 0 ? {} : { notes: [...notes] }),
  };
}

/** The same inside a transaction that is open already; gives the operation that goes on from there. */
export function settleConflict(
  ws: Workspace,
  id: string,
  choice: Choice,
  copies: FilesAgain,
): Settled {
  const owned = ownedOperation(ws, id);
  const { state, conflict } = owned.operation;
  if (state !== 'conflict' || conflict === null)
    throw new AppError('state', `This operation is ${state}, there is nothing to resolve.`, {
      why: why('nothing-to-resolve', { state }),
    });
  if (choice.seen !== undefined && choice.seen !== conflict.readAt)
    throw new AppError('state', 'This conflict has changed since it was shown.', {
      why: why('conflict-moved'),
    });
  if (choice.code !== undefined) {
    useOtherCode(ws, owned, conflict, choice.code);
    return { operation: id, notes: [] };
  }
  if (conflict.type === 'gone' && isThereAgain(ws, owned.entity, conflict)) {
    goOn(ws, owned, choice);
    return { operation: id, notes: [] };
  }
  if (conflict.type === 'gone' && choice.all === 'mine') return createAgain(ws, owned, copies);
  return { operation: settle(ws, owned, conflict, choice) ?? id, notes: [] };
}

/** Its record is there again: mine is a change of that, whatever it holds by now, or is dropped and nothing with it. */
function goOn(ws: Workspace, owned: OperationWithEntity, { all }: Choice): void {
  if (all === undefined) throw oneSide();
  STEPS[all === 'mine' ? 'retry' : 'discard'](ws, owned);
}

function oneSide(): AppError {
  return invalid([{ place: 'resolve', value: 'fields', expected: 'one side: --mine or --theirs' }]);
}

function settle(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
  choice: Choice,
): string | null {
  if (conflict.type === 'fields') return settleFields(ws, owned, conflict, choice);
  if (choice.all === undefined) throw oneSide();
  // A thing of that code is there whichever side is chosen.
  if (conflict.type === 'key-taken') letDependentsGo(ws, owned.operation);
  if (choice.all === 'theirs') return dropMine(ws, owned, conflict);
  if (conflict.type === 'changed-there') return removeAnyway(ws, owned, conflict);
  return changeTheirs(ws, owned, conflict);
}

function settleFields(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
  choice: Choice,
): null {
  const { operation } = owned;
  const clashing = conflict.fields.filter(({ clash }) => clash).map(({ field }) => field);
  const side = (field: string) => choice.fields?.[field] ?? choice.all;
  checkChoice(choice, clashing, side);
  const dropped = new Set(clashing.filter((field) => side(field) === 'theirs'));
  const keep = (name: string) => !dropped.has(name);
  const patch: Patch = {
    values: Object.fromEntries(
      Object.entries(operation.patch.values).filter(([name]) => keep(name)),
    ),
    files: Object.fromEntries(Object.entries(operation.patch.files).filter(([name]) => keep(name))),
  };
  const base = JSON.stringify(conflict.theirs ?? {});
  const rebased = rebaseFiles(ws, operation, patch, conflict);
  ws.operations.rewrite(operation, rebased, base, ws.platform.clock.now());
  // As with Try again: what was chosen is sent, however often it had no answer before.
  ws.operations.resetBudget(operation.seq);
  ws.uploads.setFiles(operation.seq, operation.id, stagedFiles(rebased));
  const given = Object.entries(operation.patch.files).filter(([name]) => dropped.has(name));
  standOnChosen(ws, owned, conflict, [...dropped]);
  for (const later of ws.operations.openAfter(operation))
    dropGiven(ws, { ...EMPTY_PATCH, files: Object.fromEntries(given) }, operation, later);
  standOnTheirs(ws, owned, conflict, (field) => clashing.includes(field) && keep(field));
  journalSides(ws, owned, conflict, dropped);
  moveOnly(ws, owned, { state: isEmptyPatch(rebased) ? 'discarded' : 'waiting' });
  return null;
}

/**
 * What stands behind was made of mine, which never was there. A removal takes what the person has just let stand; a
 * further change of the same field asks once more, against the value from before.
 */
function standOnChosen(
  ws: Workspace,
  { operation }: OperationWithEntity,
  { theirs }: Conflict,
  dropped: readonly string[],
): void {
  const old = operation.base === null ? {} : parseDoc(operation.base);
  for (const later of ws.operations.openAfter(operation))
    rebaseOn(ws, later, dropped, later.action === 'remove' ? (theirs ?? {}) : old);
}

/** Mine stands on theirs from now on: whoever takes it back has chosen nothing else in their place. */
function standOnTheirs(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
  { theirs }: Conflict,
  isMine: (field: string) => boolean,
): void {
  const resource = resourceOf(entity.kind);
  new GroupStore(ws.work).standOn(operation.id, (path) =>
    isMine(path.split('.', 1)[0] ?? '') ? { value: valueAt(resource, theirs ?? {}, path) } : null,
  );
}

/** Writes down what was chosen for each field that clashed. */
function journalSides(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
  conflict: Conflict,
  dropped: ReadonlySet<string>,
): void {
  const clashing = conflict.fields.filter(({ clash }) => clash);
  const mine = clashing.filter(({ field }) => !dropped.has(field));
  const theirs = clashing.filter(({ field }) => dropped.has(field));
  const changesTo = (fields: Conflict['fields'], side: Side) =>
    fields.map((each) => ({ field: each.field, before: each.before, after: each[side] }));
  if (mine.length > 0)
    journal(ws, entity.kind, operation, 'resolved-mine', changesTo(mine, 'mine'));
  if (theirs.length > 0)
    journal(ws, entity.kind, operation, 'resolved-theirs', changesTo(theirs, 'theirs'));
}

function checkChoice(
  choice: Choice,
  clashing: readonly string[],
  side: (field: string) => Side | undefined,
): void {
  const open = clashing.filter((field) => side(field) === undefined);
  const foreign = Object.keys(choice.fields ?? {}).filter((field) => !clashing.includes(field));
  const issues = [
    ...open.map((field) => ({ place: field, value: 'no choice', expected: 'mine or theirs' })),
    ...foreign.map((field) => ({
      place: field,
      value: 'not in conflict',
      expected: `one of ${clashing.join(', ')}`,
    })),
  ];
  if (issues.length > 0) throw invalid(issues);
}

function dropMine(ws: Workspace, owned: OperationWithEntity, conflict: Conflict): null {
  const { operation, entity } = owned;
  if (conflict.type === 'gone' || operation.action === 'create')
    ws.entities.release(entity.eid, 'gone');
  for (const later of ws.operations.openOf(entity.eid)) {
    const orphan = later.seq > operation.seq && conflict.type !== 'changed-there';
    if (orphan) move(ws, { operation: later, entity }, { state: 'discarded' }, 'discarded-along');
  }
  move(ws, owned, { state: 'discarded' }, 'resolved-theirs');
  const stays = operation.action === 'remove' && conflict.type === 'changed-there';
  if (stays) bringBackReplaced(ws, entity.kind, operation);
  return null;
}

function removeAnyway(ws: Workspace, owned: OperationWithEntity, conflict: Conflict): null {
  const base = JSON.stringify(conflict.theirs ?? {});
  ws.operations.rewrite(owned.operation, EMPTY_PATCH, base, ws.platform.clock.now());
  ws.operations.resetBudget(owned.operation.seq);
  move(ws, owned, { state: 'waiting' }, 'resolved-mine');
  return null;
}

/**
 * Someone made this code meanwhile: what can still be changed becomes a change of their record, with what was queued
 * behind the creation. A removal of what was never created has nothing to remove, least of all theirs.
 */
function changeTheirs(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
): string | null {
  const { operation, entity } = owned;
  const resource = resourceOf(entity.kind);
  const later = changesBehind(ws, owned);
  const mine = changeableBy(resource, [operation, ...later]);
  for (const each of [operation, ...later])
    move(ws, { operation: each, entity }, { state: 'discarded' }, 'resolved-change');
  const theirs = conflict.theirs ?? {};
  const id = conflict.theirId ?? '';
  // Not the creation's own: Undo of that one has nothing to remove.
  const target =
    ws.entities.byServiceId(entity.kind, id) ?? insertLinked(ws, entity.kind, id, theirs);
  mergeEntities(ws, entity, target, later);
  // What was read of it since is newer than what the person was asked about.
  const isLast = !isConflictStale(ws, target, conflict);
  markDirty(ws, entity.kind, target.eid, isLast ? JSON.stringify(theirs) : null);
  // What differed from theirs was chosen, but for what the person set of that very record: it stays on top, unsent too.
  const chosen = diffValues(resource, theirs, mine);
  const waiting = ws.operations.openOf(target.eid);
  const laid = (operations: readonly Overlaying[]) =>
    overlay(resource, theirs, operations, ws.uploads.sentAs);
  const shown = laid(waiting);
  const wanted = readRecord(resource, laid([{ action: 'update', patch: chosen }, ...waiting]));
  const patch = sendable(resource, diffValues(resource, shown, wanted));
  if (isEmptyPatch(patch)) return null;
  const { kind, eid } = target;
  const named = nameOfWork(target, fieldNames(patch));
  // A group of its own: Undo gives them back what was theirs.
  const label = { code: 'edit', kind, count: 1, params: named } as const;
  const { result } = withinGroup(ws, label, (group) => {
    const binding = { group: operation.groupId, needs: [] };
    const made = insertOperation(ws, target, 'update', patch, asBase(shown), binding);
    noteChange(ws, group, { kind, eid, action: 'update', operation: made.id, patch, shown });
    holdAlong(ws, made.id, later);
    return made.id;
  });
  tellSoon(ws);
  return result;
}

/** Where a list only gives files in the place of others, theirs that none of mine replaces stay. */
function sendable(resource: Resource, patch: Patch): Patch {
  const files = Object.entries(patch.files).map(([name, { add, remove }]) => {
    const fault = resource.filesFault(name, { add: add.map(show), remove: remove.map(show) });
    return [name, fault === null ? { add, remove } : { add, remove: remove.slice(0, add.length) }];
  });
  return { values: patch.values, files: Object.fromEntries(files) };
}

/** What of the values that these operations give, one over the other, a change can set. */
function changeableBy(resource: Resource, operations: readonly StoredOperation[]): JsonObject {
  const wanted = readRecord(resource, overlay(resource, {}, operations));
  const names = operations.flatMap(({ patch }) => fieldNames(patch));
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = resource.fields[name]?.update === true ? own(wanted, name) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
