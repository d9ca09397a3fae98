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

/** The operation of that id, or `not-found`. */
export function ownedOperation(ws: Workspace, id: string): OperationWithEntity {
  const operation = ws.operations.get(id);
  const entity = operation === null ? null : ws.entities.get(operation.eid);
  if (operation === null || entity === null)
    throw new AppError('not-found', `No operation here has the id ${JSON.stringify(id)}.`);
  return { operation, entity };
}

/** Moves an operation to another state, writes it down, and brings its dependents in line. */
export function move(
  ws: Workspace,
  owned: OperationWithEntity,
  change: StateChange,
  result: HistoryResult,
): void {
  journal(ws, owned.entity.kind, owned.operation, result, [], change.reason ?? null);
  moveOnly(ws, owned, change);
}

/** The same where the caller has written down what happened. */
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

/** Where an operation stands after a person acted on it. */
export interface ActionResult {
  readonly operation: string;
  readonly state: State;
}

/** The same after a decision; `group` is what Undo takes back. */
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

/** Keeps a waiting operation from being sent until the person releases it. */
export function hold(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.hold(ws, owned));
}

/** What holds the values of these is held as they were: a person who held one of them has not let it go. */
export function holdAlong(ws: Workspace, id: string, of: readonly StoredOperation[]): void {
  if (of.some(isHeldByPerson)) holdAgain(ws, id);
}

/** Holds what is queued anew of something that a person held. Call inside a transaction of the work. */
export function holdAgain(ws: Workspace, id: string): void {
  STEPS.hold(ws, ownedOperation(ws, id));
}

/** Lets a held operation go; it no longer waits for one that was discarded. */
export function release(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.release(ws, owned));
}

/** Waiting again, unless what it waits for is stuck itself. */
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

/** Gives an operation another try. One of unknown outcome is looked up first, as always. */
export function retry(ws: Workspace, id: string): ActionResult {
  return act(ws, id, (owned) => STEPS.retry(ws, owned));
}

/** Takes an operation back. What was never created takes everything queued behind it along. */
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

/** What a person can do with an operation, each inside a transaction that is open already. */
export const STEPS: Readonly<Record<PlainAct, Step>> = {
  hold: (ws, owned) => {
    requireState(owned.operation, 'held', ['waiting', 'held']);
    const reason = { code: 'held-by-person', text: 'Held by you.', details: {} } as const;
    move(ws, owned, { state: 'held', reason }, 'held');
  },
  release: (ws, owned) => {
    requireState(owned.operation, 'released', ['held', 'waiting']);
    // Held by a person it never said what else it waits for: that is not let go with it.
    if (!isHeldByPerson(owned.operation)) ws.operations.forgetDiscarded(owned.operation.seq);
    letGo(ws, owned, 'released');
  },
  retry: (ws, owned) => {
    const { operation } = owned;
    requireState(operation, 'tried again', ['refused', 'conflict', 'unknown', 'waiting', 'held']);
    ws.operations.resetBudget(operation.seq);
    // Asked to look whether it was sent since, the person did.
    if (operation.state === 'refused' && hasLooked(operation)) ws.restored.forget(operation.seq);
    const { state, reason } = operation;
    if (state !== 'unknown') return letGo(ws, owned, 'retried', reasonLeft(operation));
    const nextAt = soonestLook(ws, operation);
    return move(ws, owned, { state: 'unknown', reason, nextAt }, 'lookup');
  },
  discard: takeBack,
};

/** Why a person is asked to look at the service before a creation is sent once more. */
const LOOKED: ReadonlySet<string> = new Set(['sent-since', 'not-told', 'looks-alike']);

function hasLooked({ reason }: StoredOperation): boolean {
  return LOOKED.has(reason?.details?.why ?? '');
}

/** What the person was asked to look for or at stays known; else nothing is left of why it stood still. */
function reasonLeft(operation: StoredOperation): Reason | null {
  const { reason } = operation;
  const isKept = hasLooked(operation) && reason?.details?.why !== 'sent-since';
  return reason !== null && isKept ? { ...reason, code: 'retry-later' } : null;
}

function takeBack(ws: Workspace, owned: OperationWithEntity): void {
  const { operation, entity } = owned;
  requireState(operation, 'discarded', ['waiting', 'held', 'refused', 'conflict', 'unknown']);
  const later = ws.operations.openAfter(operation);
  // What the service said it made is there, and stays in the list when nobody waits for it any more.
  const isThere = operation.action === 'create' && entity.serviceId !== null;
  if (isThere && operation.state !== 'unknown') {
    // Only the checking ends: what was changed since is a change of what is there.
    letDependentsGo(ws, operation);
  } else if (operation.action === 'create') {
    for (const each of later)
      move(ws, { operation: each, entity }, { state: 'discarded' }, 'discarded-with-creation');
    if (!isThere) ws.entities.release(entity.eid, 'gone');
  } else {
    for (const each of later) rebase(ws, operation, each);
    // What has no answer yet may still arrive.
    if (operation.state !== 'unknown')
      for (const each of later) dropGiven(ws, operation.patch, operation, each);
  }
  // Sent, it may arrive yet: what is meant for its record later must not be overtaken by it.
  const left = operation.state === 'unknown' ? unsettledFor(ws, operation) : 0;
  const nextAt = left > 0 ? ws.platform.clock.now() + left : null;
  move(ws, owned, { state: 'discarded', nextAt }, 'discarded');
  if (operation.action === 'remove') bringBackReplaced(ws, entity.kind, operation);
}

/** A later change was made on top of one that is gone: its base goes back in those fields. */
export function rebase(ws: Workspace, gone: StoredOperation, later: StoredOperation): void {
  if (gone.base !== null) rebaseOn(ws, later, fieldNames(gone.patch), parseDoc(gone.base));
}

/** A file that an operation does not bring any more cannot be taken away by a later one; nobody else has removed it. */
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

/** The base of a change is `old` in these fields, and what it was in all others. */
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
