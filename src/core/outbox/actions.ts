import { AppError, why } from '#contract/errors.ts';
import { own } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import type { HistoryResult, PlainAct, Reason, State } from '#contract/operations.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { transact } from '../store/database.ts';
import type { StateChange, StoredOperation } from '../store/operationStore.ts';
import { parseDoc } from '../store/recordStore.ts';
import { markDirty, refreshDirty } from './projection.ts';
import { soonestLook, unsettledFor } from './lagRatios.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { bringBackReplaced } from './reinstate.ts';
import { DecisionGroup } from './decisions.ts';
import { isHeldByPerson, letDependentsGo, refreshDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';
import { applyPatch, listOf } from '../record/overlay.ts';
import { fieldNames, settled } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';
import { withoutGiven } from './rebaseFiles.ts';
import type { OperationWithEntity } from './owned.ts';

/** Returns the operation with an id; throws `not-found`. */
export function ownedOperation(ws: Workspace, id: string): OperationWithEntity {
  const operation = ws.operations.get(id);
  const entity = operation === null ? null : ws.entities.get(operation.eid);
  if (operation === null || entity === null)
    throw new AppError('not-found', `No operation here has the id ${JSON.stringify(id)}.`);
  return { operation, entity };
}

/** Moves an operation to another state, records it in the history, and updates its dependents. */
export function move(
  ws: Workspace,
  owned: OperationWithEntity,
  change: StateChange,
  result: HistoryResult,
): void {
  journal(ws, owned.entity.kind, owned.operation, result, [], change.reason ?? null);
  moveOnly(ws, owned, change);
}

/** Moves an operation to another state without a history entry, for a caller that wrote one. */
export function moveOnly(
  ws: Workspace,
  { operation, entity }: OperationWithEntity,
  change: StateChange,
): void {
  ws.operations.setState(operation.seq, change, ws.platform.clock.now());
  markDirty(ws, entity.kind, entity.eid);
  const moved = ws.operations.bySeq(operation.seq);
  if (moved !== null) refreshDependents(ws, moved);
}

/** The state of an operation after a user's action. */
export interface ActionResult {
  readonly operation: string;
  readonly state: State;
}

/** The state of an operation after a decision; `group` is the batch that Undo takes back. */
export interface DecidedResult extends ActionResult {
  readonly group?: string;
}

export function act(
  ws: Workspace,
  id: string,
  work: (owned: OperationWithEntity) => void,
): ActionResult {
  const owned = ownedOperation(ws, id);
  transact(ws.work, () => work(owned));
  refreshDirty(ws);
  return { operation: id, state: ws.operations.get(id)?.state ?? owned.operation.state };
}

function requireState(operation: StoredOperation, verb: string, allowed: readonly State[]): void {
  if (allowed.includes(operation.state)) return;
  throw new AppError(
    'state',
    `This operation is ${operation.state}; only one that is ${allowed.join(' or ')} can be ${verb}.`,
    { why: why('operation-moved', { state: operation.state }) },
  );
}

/** Holds a waiting operation until the user releases it. */
export function hold(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.hold(ws, owned));
}

/** Holds an operation if the user held one of the operations that it replaces. */
export function holdAlong(ws: Workspace, id: string, of: readonly StoredOperation[]): void {
  if (of.some(isHeldByPerson)) holdAgain(ws, id);
}

/**
 * Holds an operation that replaces one that the user held.
 *
 * Call inside a transaction of `work.db`.
 */
export function holdAgain(ws: Workspace, id: string): void {
  STEPS.hold(ws, ownedOperation(ws, id));
}

/** Releases a held operation, which then no longer depends on discarded operations. */
export function release(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.release(ws, owned));
}

/** Moves an operation to `waiting`, or to `held` if an operation that it depends on is stuck. */
function letGo(
  ws: Workspace,
  owned: OperationWithEntity,
  result: HistoryResult,
  reason: Reason | null = null,
): void {
  move(ws, owned, { state: 'waiting', reason }, result);
  const moved = ws.operations.bySeq(owned.operation.seq);
  if (moved !== null) refreshHold(ws, moved);
}

/**
 * Tries an operation again.
 *
 * An operation of unknown outcome is looked up before it is sent again.
 */
export function retry(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.retry(ws, owned));
}

/** Discards an operation. A discarded creation also discards all operations behind it. */
export function discard(ws: Workspace, id: string): DecidedResult {
  let group: string | null = null;
  const result = act(ws, id, (owned) => {
    const decided = new DecisionGroup(ws, 'discard');
    decided.run(owned, () => STEPS.discard(ws, owned));
    group = decided.finish();
  });
  return group === null ? result : { ...result, group };
}

type Step = (ws: Workspace, owned: OperationWithEntity) => void;

/** The actions that a user can take on an operation; each runs inside an open transaction. */
export const STEPS: Readonly<Record<PlainAct, Step>> = {
  hold: (ws, owned) => {
    requireState(owned.operation, 'held', ['waiting', 'held']);
    const reason = { code: 'held-by-person', text: 'Held by you.', details: {} } as const;
    move(ws, owned, { state: 'held', reason }, 'held');
  },
  release: (ws, owned) => {
    requireState(owned.operation, 'released', ['held', 'waiting']);
    // A manual hold hides the other dependencies of an operation, so releasing it keeps them.
    if (!isHeldByPerson(owned.operation)) ws.operations.forgetDiscarded(owned.operation.seq);
    letGo(ws, owned, 'released');
  },
  retry: (ws, owned) => {
    const { operation } = owned;
    requireState(operation, 'tried again', ['refused', 'conflict', 'unknown', 'waiting', 'held']);
    ws.operations.resetBudget(operation.seq);
    // The user was asked to check whether the operation was sent before. A retry confirms that
    // check.
    if (operation.state === 'refused' && hasLooked(operation)) ws.restored.forget(operation.seq);
    const { state, reason } = operation;
    if (state !== 'unknown') return letGo(ws, owned, 'retried', reasonLeft(operation));
    const nextAt = soonestLook(ws, operation);
    return move(ws, owned, { state: 'unknown', reason, nextAt }, 'lookup');
  },
  discard: takeBack,
};

/**
 * The details of a refusal that ask the user to check the service before a creation is sent again.
 */
const LOOKED: ReadonlySet<string> = new Set(['sent-since', 'not-told', 'looks-alike']);

function hasLooked({ reason }: StoredOperation): boolean {
  return LOOKED.has(reason?.details?.why ?? '');
}

/**
 * Returns the reason that stays on an operation after a retry; null for none.
 *
 * The details of a check that the user was asked for are kept, except `sent-since`.
 */
function reasonLeft(operation: StoredOperation): Reason | null {
  const { reason } = operation;
  const isKept = hasLooked(operation) && reason?.details?.why !== 'sent-since';
  return reason !== null && isKept ? { ...reason, code: 'retry-later' } : null;
}

function takeBack(ws: Workspace, owned: OperationWithEntity): void {
  const { operation, entity } = owned;
  requireState(operation, 'discarded', ['waiting', 'held', 'refused', 'conflict', 'unknown']);
  const later = ws.operations.openAfter(operation);
  // The service confirmed this creation, so the record exists and stays in the lists.
  const isThere = operation.action === 'create' && entity.serviceId !== null;
  if (isThere && operation.state !== 'unknown') {
    // Only the read-after-write check ends. Later changes apply to the existing record.
    letDependentsGo(ws, operation);
  } else if (operation.action === 'create') {
    for (const each of later)
      move(ws, { operation: each, entity }, { state: 'discarded' }, 'discarded-with-creation');
    if (!isThere) ws.entities.release(entity.eid, 'gone');
  } else {
    for (const each of later) rebase(ws, operation, each);
    // An update of unknown outcome may still be applied, so later changes keep its files.
    if (operation.state !== 'unknown')
      for (const each of later) dropGiven(ws, operation.patch, operation, each);
  }
  // A sent operation may still be applied. `nextAt` is the end of its in-flight window, so that
  // later operations of the record do not overtake it.
  const left = operation.state === 'unknown' ? unsettledFor(ws, operation) : 0;
  const nextAt = left > 0 ? ws.platform.clock.now() + left : null;
  move(ws, owned, { state: 'discarded', nextAt }, 'discarded');
  if (operation.action === 'remove') bringBackReplaced(ws, entity.kind, operation);
}

/**
 * Resets the base of a later change in the fields of a discarded operation.
 *
 * Those fields return to the values in the base of the discarded operation.
 */
export function rebase(ws: Workspace, gone: StoredOperation, later: StoredOperation): void {
  if (gone.base !== null) rebaseOn(ws, later, fieldNames(gone.patch), parseDoc(gone.base));
}

/**
 * Drops the removal of files that an operation no longer brings from a later operation.
 *
 * Only files that the service shows can be removed.
 */
export function dropGiven(
  ws: Workspace,
  given: Patch,
  { eid, seq, conflict }: StoredOperation,
  { seq: behind }: StoredOperation,
): void {
  const later = ws.operations.bySeq(behind);
  if (later === null || Object.keys(given.files).length === 0) return;
  const there = new Set(
    Object.keys(given.files).flatMap((name) => listOf(own(conflict?.theirs ?? {}, name))),
  );
  const patch = withoutGiven(later.patch, given, (item) =>
    there.has(settled(item, (file) => ws.uploads.pathOf(file, { eid, seq }))),
  );
  if (JSON.stringify(patch) === JSON.stringify(later.patch)) return;
  ws.operations.rewrite(later, patch, later.base, ws.platform.clock.now());
}

/** Sets the given fields in the base of a change to the values of `old`; keeps all others. */
export function rebaseOn(
  ws: Workspace,
  later: StoredOperation,
  names: readonly string[],
  old: JsonObject,
): void {
  const entity = ws.entities.get(later.eid);
  if (entity === null || later.base === null) return;
  const resource = resourceOf(entity.kind);
  const base = parseDoc(later.base);
  const undone: JsonObject = Object.fromEntries(
    names.flatMap((name) => {
      const aliases = resource.fields[name]?.readAs ?? [name];
      return aliases.filter((alias) => alias in base).map((alias) => [alias, old[alias] ?? null]);
    }),
  );
  const restored = applyPatch({ ...resource, fields: {} }, base, { values: undone, files: {} });
  ws.operations.rewrite(later, later.patch, JSON.stringify(restored), ws.platform.clock.now());
}
