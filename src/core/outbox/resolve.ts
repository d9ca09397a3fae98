import { AppError, invalid, why } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Conflict } from '#contract/operations.ts';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord, show } from '#contract/values.ts';
import { announceSoon, withinGroup } from './batches/runInBatch.ts';
import { valueAt } from '../record/fieldPaths.ts';
import { diffValues } from '../record/diff.ts';
import { learnedResource } from '../store/learnedResource.ts';
import { BatchStore } from '../store/batchStore.ts';
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
import { copiesOf } from './fileCopies.ts';
import type { FileCopies } from './fileCopies.ts';
import { createAgain, stageForAgain } from './recreate.ts';
import type { Settled } from './recreate.ts';
import { DecisionGroup } from './decisions.ts';
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

/** The user's choice in a conflict: one side for all, or a side for each clashing field. */
export interface Choice {
  readonly all?: Side | undefined;
  readonly fields?: Readonly<Record<string, Side>> | undefined;
  /** Another code for a creation whose code is taken. */
  readonly code?: string | undefined;
  /** The `readAt` of the conflict that the user saw; absent if it is unknown. */
  readonly seen?: number | undefined;
}

/** The state of an operation after its conflict was settled, and the values that were left out. */
interface Resolved extends DecidedResult {
  readonly notes?: AgainNote[];
}

/** Settles a conflict as the user chose. */
export async function resolve(ws: Workspace, id: string, choice: Choice): Promise<Resolved> {
  const copies = copiesOf(ws);
  if (choice.all === 'mine') await stageForAgain(ws, copies, id);
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

/** Settles a conflict inside an open transaction; returns the operation that remains. */
export function settleConflict(
  ws: Workspace,
  id: string,
  choice: Choice,
  copies: FileCopies,
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

/**
 * Settles a `gone` conflict whose record is listed again.
 *
 * `mine` retries the change against the current record. `theirs` discards this change alone.
 */
function goOn(ws: Workspace, owned: OperationWithEntity, { all }: Choice): void {
  if (all === undefined) throw oneSide();
  STEPS[all === 'mine' ? 'retry' : 'discard'](ws, owned);
}

function oneSide(): AppError {
  return invalid([{ place: 'resolve', value: 'fields', ...expecting('oneSide') }]);
}

function settle(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
  choice: Choice,
): string | null {
  if (conflict.type === 'fields') return settleFields(ws, owned, conflict, choice);
  if (choice.all === undefined) throw oneSide();
  // With either side, the service holds a record with this code.
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
  // As with Retry: earlier attempts without an answer no longer count.
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
 * Rebases later operations, whose bases hold local values that were never applied.
 *
 * A removal is based on the service's version, which the user accepted. A further change of a
 * dropped field is based on the older value, so that it conflicts again.
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

/**
 * Uses the service's values as the before-values of the kept fields.
 *
 * Undo then restores the service's values.
 */
function standOnTheirs(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
  { theirs }: Conflict,
  isMine: (field: string) => boolean,
): void {
  const resource = resourceOf(entity.kind);
  new BatchStore(ws.work).standOn(operation.id, (path) =>
    isMine(path.split('.', 1)[0] ?? '') ? { value: valueAt(resource, theirs ?? {}, path) } : null,
  );
}

/** Records in the history the chosen side of each clashing field. */
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
    ...open.map((field) => ({ place: field, value: 'no choice', ...expecting('mineOrTheirs') })),
    ...foreign.map((field) => ({
      place: field,
      value: 'not in conflict',
      ...expecting('oneOf', { list: clashing.join(', ') }),
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
 * Turns a creation whose code is taken into a change of the existing record.
 *
 * The change holds the fields that an update can set, from the creation and the operations behind
 * it. A removal behind the creation is discarded, because it must not remove the existing record.
 */
function changeTheirs(
  ws: Workspace,
  owned: OperationWithEntity,
  conflict: Conflict,
): string | null {
  const { operation, entity } = owned;
  const resource = learnedResource(ws, entity.kind);
  const later = changesBehind(ws, owned);
  const mine = changeableBy(resource, [operation, ...later]);
  for (const each of [operation, ...later])
    move(ws, { operation: each, entity }, { state: 'discarded' }, 'resolved-change');
  const theirs = conflict.theirs ?? {};
  const id = conflict.theirId ?? '';
  // Not the entity of the creation, whose Undo must not remove this record.
  const target =
    ws.entities.byServiceId(entity.kind, id) ?? insertLinked(ws, entity.kind, id, theirs);
  mergeEntities(ws, entity, target, later);
  // A newer read of the record takes precedence over the version in the conflict.
  const isLast = !isConflictStale(ws, target, conflict);
  markDirty(ws, entity.kind, target.eid, isLast ? JSON.stringify(theirs) : null);
  // The user chose the values that differ from the existing record. Pending changes of that record
  // stay on top.
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
  // A batch of its own: Undo restores the values of the existing record.
  const label = { code: 'edit', kind, count: 1, params: named } as const;
  const { result } = withinGroup(ws, label, (group) => {
    const binding = { group: operation.groupId, needs: [] };
    const made = insertOperation(ws, target, 'update', patch, asBase(shown), binding);
    noteChange(ws, group, { kind, eid, action: 'update', operation: made.id, patch, shown });
    holdAlong(ws, made.id, later);
    return made.id;
  });
  announceSoon(ws);
  return result;
}

/** Keeps the remote files that no local file replaces, in lists that only swap files. */
function sendable(resource: Resource, patch: Patch): Patch {
  const files = Object.entries(patch.files).map(([name, { add, remove }]) => {
    const fault = resource.filesFault(name, { add: add.map(show), remove: remove.map(show) });
    return [name, fault === null ? { add, remove } : { add, remove: remove.slice(0, add.length) }];
  });
  return { values: patch.values, files: Object.fromEntries(files) };
}

/** Returns the values of these operations that an update can set; later values win. */
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
