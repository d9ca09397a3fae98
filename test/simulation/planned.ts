import { fieldChange } from '#contract/operations.ts';
import type { Action } from '#contract/operations.ts';
import { groupLabel } from '#contract/changesets/groups.ts';
import { BatchStore } from '#core/store/batchStore.ts';
import type { GroupItem } from '#core/store/batchStore.ts';
import { tablesOf } from '#core/store/cacheSchema.ts';
import type { StoredOperation } from '#core/store/operationStore.ts';
import type { Entity } from '#core/store/entityStore.ts';
import type { Workspace } from '#core/workspace/workspace.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { CODE } from './drafts.ts';
import type { Field } from './drafts.ts';
import type { Creation, Edit } from './intent.ts';
import { trackedOf } from './oracle.ts';
import type { Oracle } from './oracle.ts';
import { operationsOf } from './operations.ts';

/** The change of one record by a plan, from the ledger. */
export interface Planned {
  readonly group: string;
  readonly isUndo: boolean;
  readonly eid: string;
  readonly action: Action;
  readonly operation: string | null;
  /** The value in the code of a record that it made; null where it has none of ours. */
  readonly code: number | null;
  /** The watched fields it gave a value, and which. */
  readonly values: readonly (readonly [Field, number])[];
}

interface ItemRow {
  readonly number: number;
  readonly group: string;
  readonly label: string;
  readonly undoes: string | null;
  readonly eid: string;
  readonly action: Action;
  readonly operation: string | null;
  readonly changes: string;
}

/**
 * Returns the changes that bulk edits, sheets and undos queued since a ledger position, and the new
 * position.
 */
export function plannedSince(
  ws: Workspace,
  from: number,
): { readonly last: number; readonly items: readonly Planned[] } {
  const rows = ws.work
    .prepare(
      `SELECT i.number, i.group_id AS "group", g.label, g.undoes, i.eid, i.action, i.operation, i.changes
         FROM group_item i JOIN change_group g ON g.id = i.group_id WHERE i.number > ?
         ORDER BY i.number`,
    )
    .all(from) as ItemRow[];
  const items = rows.flatMap((row) => {
    const { code } = groupLabel.parse(JSON.parse(row.label));
    const { group, undoes, eid, action, operation, changes } = row;
    if (code !== 'set' && code !== 'import' && undoes === null) return [];
    return [{ group, isUndo: undoes !== null, eid, action, operation, ...givenBy(changes) }];
  });
  return { last: rows.at(-1)?.number ?? from, items };
}

interface Update {
  readonly eid: string;
  readonly field: Field;
  readonly before: number | null;
  /** What was given in its place. */
  readonly given: readonly (number | null)[];
}

interface Undoable {
  readonly updates: readonly Update[];
  readonly removals: readonly GroupItem[];
}

/** The groups that can be taken back, undos among them: to take one of those back is to do it again. */
export function queuedGroups(ws: Workspace): readonly string[] {
  const groups = new BatchStore(ws.work).list(20);
  return groups.filter(({ state }) => state === 'queued').map(({ id }) => id);
}

/**
 * Returns the changes that undoing a group would reverse; the default is the newest group.
 *
 * It covers watched fields, and removals that had ended other operations.
 */
export function undoable(ws: Workspace, id: string | undefined): Undoable | null {
  const groups = new BatchStore(ws.work);
  const group = id === undefined ? groups.newest() : groups.get(id);
  if (group === null) return null;
  const items = groups.itemsBefore(group.id, Number.MAX_SAFE_INTEGER, 1_000);
  // Of several changes of one field it goes back behind the first.
  const updates = new Map<string, Update>();
  for (const { eid, action, changes } of items)
    for (const { field, before, after } of action === 'update' ? changes : [])
      if (field === 'name' || field === 'price') {
        const key = `${eid}/${field}`;
        const numberOf = (value: typeof before) => trackedOf({ [field]: value })[field];
        const given = [...(updates.get(key)?.given ?? []), numberOf(after)];
        updates.set(key, { eid, field, before: numberOf(before), given });
      }
  // What a removal had ended came back when it was discarded, and has been the person's own affair since.
  const stands = (operation: string | null) =>
    operation === null || ws.operations.get(operation)?.state !== 'discarded';
  const removals = items.filter(({ ended, operation }) => ended !== null && stands(operation));
  return { updates: [...updates.values()], removals };
}

/** A record as its list shows it; undefined where it does not. */
function shownAs(
  ws: Workspace,
  { kind, eid, serviceId }: Entity,
): Readonly<Record<string, unknown>> | undefined {
  const row = ws.cache
    .prepare(`SELECT fields FROM ${tablesOf(kind).rows} WHERE id = ?`)
    .pluck()
    .get(serviceId ?? eid);
  return typeof row === 'string' ? JSON.parse(row) : undefined;
}

/** Notes of the person's actions. */
interface Notes {
  readonly edits: Edit[];
  readonly creations: Creation[];
  readonly ended: Set<string>;
  readonly endUnlessOpen: (id: string) => void;
  readonly byPerson: (id: string) => void;
}

/** Notes the change of one record by a plan as an action of the person. */
export function notePlanned(
  ws: Workspace,
  oracle: Oracle,
  notes: Notes,
  item: Planned,
  isAnswered: boolean,
): void {
  const { eid, action, operation, group, values, code, isUndo } = item;
  const made = operation === null ? null : ws.operations.get(operation);
  // What a death left of it is queued when it may, and sent with what was meant then.
  if (isAnswered && made !== null && made.groupId === group) notes.byPerson(made.id);
  const id = ws.entities.get(eid)?.serviceId ?? eid;
  if (action === 'remove') {
    for (const each of [eid, id]) oracle.removals.add(each);
    for (const each of operationsOf(ws, eid)) notes.endUnlessOpen(each.id);
    return;
  }
  // An undone removal is no longer wanted; the operations that it had ended are pending again.
  if (action === 'create') {
    for (const each of [eid, id]) oracle.removals.delete(each);
    for (const each of ws.operations.openOf(eid)) notes.ended.delete(each.id);
  }
  if (isUndo && operation === null) {
    noteRestored(ws, oracle, notes, eid);
    // To undo such an undo is to discard them again.
    for (const each of operationsOf(ws, eid)) notes.endUnlessOpen(each.id);
  }
  const kind = ws.entities.get(eid)?.kind;
  if (made?.action === 'create' && !isUndo && code !== null && kind !== undefined)
    notes.creations.push({ kind, value: code, eid, operation: made.id });
  for (const [field, value] of values) {
    if (isUndo) oracle.again.add(value);
    const holds = made !== null && trackedOf(made.patch.values)[field] === value;
    // What is as it was before is in no operation any more.
    notes.edits.push({ value, eid, field, operation: holds ? made.id : null });
  }
}

/**
 * Notes the values of discarded operations that are pending again: they are the newest wish, except
 * for what a later operation gives, which the discard had left alone.
 */
function noteRestored(ws: Workspace, oracle: Oracle, notes: Notes, eid: string): void {
  let isRestored = false;
  for (const { id, action, patch } of ws.operations.openOf(eid)) {
    if (notes.ended.delete(id)) isRestored = true;
    if (!isRestored || action !== 'update') continue;
    for (const field of ['name', 'price'] as const) {
      const value = trackedOf(patch.values)[field];
      if (value === null || value === undefined) continue;
      oracle.again.add(value);
      notes.edits.push({ value, eid, field, operation: id });
    }
  }
}

/** Checks that an undone group has its earlier values, or newer ones of another administrator. */
export function checkUndone(oracle: Oracle, ws: Workspace, { updates, removals }: Undoable): void {
  for (const { operation, ended } of removals) {
    const removal = operation === null ? null : ws.operations.get(operation);
    // What was removed there is made anew, with everything that was changed.
    if (removal !== null && removal.state !== 'discarded') continue;
    for (const seq of ended ?? []) {
      const state = ws.operations.bySeq(seq)?.state;
      oracle.expect(
        'I1',
        state !== 'merged' && state !== 'discarded',
        () => `operation ${seq} is ${state}; a removal that was taken back had ended it`,
      );
    }
  }
  for (const { eid, field, before, given } of updates) {
    const entity = ws.entities.get(eid);
    const shown = entity === null ? undefined : shownAs(ws, entity);
    if (shown === undefined) continue;
    const now = trackedOf(shown)[field];
    // A Refresh may have been answered by a copy that is behind: it shows an older value, and nothing waits for it.
    const isPending = ws.operations.openOf(eid).some(({ patch }) => field in patch.values);
    const isRead = !isPending && !given.includes(now);
    oracle.expect('I1', now === before || isRead || oracle.authorOf(now) === 'other', () => {
      const id = entity?.serviceId ?? eid;
      return `${field} of ${id} is ${now}; an undo was to bring ${before} back`;
    });
  }
}

/** Returns the operations that a removal replaced, by operation number. */
export function replacedBy(
  ws: Workspace | null,
  { id, action }: StoredOperation,
): readonly number[] {
  return ws === null || action !== 'remove' ? [] : new BatchStore(ws.work).endedBy(id);
}

/** Checks that undoing a removal makes the operations it had replaced pending again. */
export function checkBack(
  oracle: Oracle,
  ws: Workspace | null,
  ended: Set<string>,
  replaced: readonly number[],
): void {
  for (const seq of replaced) {
    const operation = ws?.operations.bySeq(seq) ?? null;
    const isBack = operation !== null && operation.state !== 'merged';
    oracle.expect('I1', isBack, () => `operation ${seq} was lost with a removal`);
    if (operation !== null) ended.delete(operation.id);
  }
}

function givenBy(text: string): Pick<Planned, 'code' | 'values'> {
  const changes = fieldChange.array().parse(JSON.parse(text));
  const values = changes.flatMap(({ field, after }) => {
    if (field !== 'name' && field !== 'price') return [];
    const value = trackedOf({ [field]: after })[field];
    return value === null ? [] : [[field, value] as const];
  });
  const codes = changes.map(({ field, after }) => (CODES.has(field) ? after : null));
  const digits = codes.map((code) => /^K(\d+)$/.exec(String(code))?.[1]).find((each) => each);
  return { code: digits === undefined ? null : Number(digits), values };
}

const CODES: ReadonlySet<string> = new Set(KINDS.map((kind) => CODE[kind]));
