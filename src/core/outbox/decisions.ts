import type { OperationWithEntity } from './owned.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { actionSchema, stateSchema } from '#contract/operations.ts';
import type { HistoryResult, State } from '#contract/operations.ts';
import type { GroupCode } from '#contract/changesets/groups.ts';
import { z } from '#contract/zod.ts';
import { announceSoon } from './batches/runInBatch.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { NewItem } from '../store/batchStore.ts';
import { takenWhileGone } from './lineage.ts';
import { jsonText } from '../store/cells.ts';
import { DECIDED_TABLES, DecisionStore, nameOfRow } from '../store/decisionStore.ts';
import type { DecidedTable, Decision, RawRow, RowChange } from '../store/decisionStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import { markDirty } from './projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { refreshDependents, refreshHold } from './holds.ts';
import { journal } from './journal.ts';
import { patchSchema } from '../record/patch.ts';

/**
 * Collects the decisions of one user action into a batch that Undo takes back.
 *
 * A decision discards an operation or settles a conflict. Call everything inside one transaction of
 * `work.db`.
 */
export class DecisionGroup {
  readonly #ws;
  readonly #code;
  readonly #made: { readonly entity: Entity; readonly decision: Decision }[] = [];

  constructor(ws: Workspace, code: Extract<GroupCode, 'discard' | 'decide'>) {
    this.#ws = ws;
    this.#code = code;
  }

  /** Runs a decision about one operation and records the rows that it changed. */
  run<T>(owned: OperationWithEntity, work: () => T): T {
    const { result, decision } = capture(this.#ws, scopeOf(this.#ws, owned), work);
    if (decision.rows.length > 0) this.#made.push({ entity: owned.entity, decision });
    return result;
  }

  /** Writes the batch and returns its id; null if nothing was changed. */
  finish(): string | null {
    const [first] = this.#made;
    if (first === undefined) return null;
    const ws = this.#ws;
    const groups = new BatchStore(ws.work);
    const decisions = new DecisionStore(ws.work);
    const id = ws.platform.random.id();
    const { kind, key, title } = first.entity;
    const record = key ?? title;
    const params = this.#made.length === 1 ? { record } : {};
    const label = { code: this.#code, kind, count: this.#made.length, params };
    const createdAt = ws.platform.clock.now();
    groups.insert({ id, label, state: 'queued', plan: null, undoes: [], createdAt });
    for (const { entity, decision } of this.#made)
      decisions.add(groups.addItem(id, itemOf(entity.eid)), decision);
    announceSoon(ws);
    return id;
  }
}

/**
 * Returns the batch item of a decision.
 *
 * The decision is stored beside the item, because it changes no field values.
 */
function itemOf(eid: string): NewItem {
  return { eid, action: 'update', operation: null, changes: [], ended: [] };
}

/** Returns the local ids of the records that a decision about an operation may change. */
function scopeOf(ws: Workspace, { operation, entity }: OperationWithEntity): readonly string[] {
  const theirId = operation.conflict?.theirId ?? null;
  const theirs = theirId === null ? null : ws.entities.byServiceId(entity.kind, theirId);
  return theirs === null || theirs.eid === entity.eid ? [entity.eid] : [entity.eid, theirs.eid];
}

function capture<T>(
  ws: Workspace,
  scope: readonly string[],
  work: () => T,
): { readonly result: T; readonly decision: Decision } {
  const store = new DecisionStore(ws.work);
  const newest = store.newest();
  const before = snapshot(store, scope, newest.group);
  const result = work();
  const eids = [...scope, ...store.eidsAfter(newest.entity)];
  const after = snapshot(store, eids, newest.group);
  const rows = [...new Set([...before.keys(), ...after.keys()])].flatMap((name): RowChange[] => {
    const [old, now] = [before.get(name), after.get(name)];
    const table = (old ?? now)?.table;
    if (table === undefined || isSame(old?.row ?? null, now?.row ?? null)) return [];
    return [{ table, before: old?.row ?? null, after: now?.row ?? null }];
  });
  return { result, decision: { eids, last: store.newest().operation, rows } };
}

type Snapshot = ReadonlyMap<string, { readonly table: DecidedTable; readonly row: RawRow }>;

function snapshot(store: DecisionStore, eids: readonly string[], group: number): Snapshot {
  return new Map(
    DECIDED_TABLES.flatMap((table) =>
      store.rows(table, eids, group).map((row) => [nameOfRow(table, row), { table, row }] as const),
    ),
  );
}

function isSame(a: RawRow | null, b: RawRow | null): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const operationBefore = z.object({
  seq: z.number(),
  action: actionSchema,
  state: stateSchema,
  patch: jsonText(patchSchema),
  base: z.string().nullable(),
});

/** Returns the operations that a decision changed, as they were before it. */
export function broughtBack({ rows }: Decision): readonly z.infer<typeof operationBefore>[] {
  return rows.flatMap(({ table, before, after }) =>
    table === 'operation' &&
    before !== null &&
    (before['state'] !== after?.['state'] || before['patch'] !== after?.['patch'])
      ? [operationBefore.parse(before)]
      : [],
  );
}

/** Tables whose rows must be as the decision left them; otherwise something changed since. */
const MUST_STAND: ReadonlySet<DecidedTable> = new Set(['entity', 'operation', 'upload']);

/** Returns the reason why a decision cannot be taken back now; null if there is none. */
export function inTheWay(ws: Workspace, decision: Decision, { title }: Entity): Issue | null {
  const store = new DecisionStore(ws.work);
  const changed = decision.rows.some(({ table, before, after }) => {
    const row = after ?? before;
    return row !== null && MUST_STAND.has(table) && !isSame(store.now(table, row), after);
  });
  const isNewer = decision.eids
    .flatMap((eid) => ws.operations.openOf(eid))
    .some(({ seq }) => seq > decision.last);
  if (changed || isNewer) return { place: title, value: 'changed', ...expecting('undecided') };
  const lost = decision.rows.find(
    ({ table, before }) => table === 'upload' && before !== null && !store.isStaged(fileOf(before)),
  );
  if (lost !== undefined) return { place: title, value: 'gone', ...expecting('anyCopy') };
  return codeTaken(ws, decision);
}

function fileOf(row: RawRow): string {
  return String(row['file']);
}

/**
 * Returns an issue if the code of a restored record is taken by now.
 *
 * Not checked where a conflict is restored, since the user will be asked there.
 */
function codeTaken(ws: Workspace, decision: Decision): Issue | null {
  const { rows } = decision;
  if (broughtBack(decision).some(({ state }) => state === 'conflict')) return null;
  for (const { table, before, after } of rows) {
    if (table !== 'entity' || before === null || after?.['state'] !== 'gone') continue;
    const entity = ws.entities.get(String(before['eid']));
    const taken = entity === null ? null : takenWhileGone(ws, entity);
    if (taken !== null) return taken;
  }
  return null;
}

/**
 * Restores the outbox to its state before a decision.
 *
 * The restore is recorded in a batch, so that Redo can repeat the decision. The caller has checked
 * `inTheWay` in the same transaction.
 */
export function takeDecisionBack(
  ws: Workspace,
  group: string,
  { eid }: Pick<Entity, 'eid'>,
  decision: Decision,
): readonly StoredOperation[] {
  const { result, decision: back } = capture(ws, decision.eids, () => restore(ws, decision));
  const item = new BatchStore(ws.work).addItem(group, itemOf(eid));
  new DecisionStore(ws.work).add(item, back);
  return result;
}

function restore(ws: Workspace, decision: Decision): readonly StoredOperation[] {
  const store = new DecisionStore(ws.work);
  const inOrder = DECIDED_TABLES.flatMap((each) =>
    decision.rows.filter(({ table }) => table === each),
  );
  for (const { table, before, after } of inOrder)
    if (before !== null) store.put(table, before);
    else if (after !== null) withdrawNew(ws, store, table, after);
  const back = broughtBack(decision).flatMap(({ seq }) => ws.operations.bySeq(seq) ?? []);
  for (const operation of back) {
    tellBack(ws, operation);
    refreshHold(ws, operation);
    refreshDependents(ws, operation);
  }
  for (const eid of decision.eids) {
    const entity = ws.entities.get(eid);
    if (entity !== null) markDirty(ws, entity.kind, eid);
  }
  return back;
}

/**
 * Withdraws a row that the decision created.
 *
 * Rows of operations and batches stay, marked as discarded or undone.
 */
function withdrawNew(ws: Workspace, store: DecisionStore, table: DecidedTable, row: RawRow): void {
  if (table === 'operation')
    store.put(table, { ...row, state: 'discarded', updated_at: ws.platform.clock.now() });
  else if (table === 'entity') {
    if (row['state'] === 'new') store.put(table, { ...row, state: 'gone' });
  } else if (table === 'change_group') store.put(table, { ...row, state: 'undone' });
  else if (table !== 'group_item') store.remove(table, row);
}

const TOLD: Readonly<Record<State, HistoryResult>> = {
  waiting: 'queued',
  sending: 'queued',
  held: 'held',
  unknown: 'unknown',
  refused: 'refused',
  conflict: 'conflict',
  done: 'done',
  discarded: 'discarded',
  merged: 'replaced',
};

/** Records in the history that an operation is back in its state before the decision. */
function tellBack(ws: Workspace, operation: StoredOperation): void {
  const kind = ws.entities.get(operation.eid)?.kind;
  if (kind !== undefined) journal(ws, kind, operation, TOLD[operation.state], [], operation.reason);
}
