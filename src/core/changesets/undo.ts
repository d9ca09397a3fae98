import { AppError } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { checkValues, show } from '#contract/values.ts';
import { againstAgain } from '../outbox/batches/alreadyRecreated.ts';
import { fieldAt, nested, sameAt, valueAt } from '../record/fieldPaths.ts';
import type { FieldChange } from '../record/diff.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { GroupItem, StoredBatch } from '../store/batchStore.ts';
import { copiesOf, isOfFiles, isSettable, replaceFiles } from '../outbox/fileCopies.ts';
import type { FileCopies } from '../outbox/fileCopies.ts';
import { isFoldable } from '../outbox/coalescable.ts';
import { isHeldByPerson } from '../outbox/holds.ts';
import { takenWhileGone } from '../outbox/lineage.ts';
import { DecisionStore } from '../store/decisionStore.ts';
import type { Entity } from '../store/entityStore.ts';
import type { StoredOperation } from '../store/operationStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ChangesetJob } from './job.ts';
import { LaterChanges } from './laterChanges.ts';
import type { NewRow, ChangesetStore } from './changesetStore.ts';
import type { RowFile } from './rowFile.ts';
import { asShown, sentBy } from './sentFiles.ts';
import { previewUpdate, subjectIfThere, textOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { undoDecision } from './undoDecision.ts';
import { base, impossible } from './undoRow.ts';
import type { Row } from './undoRow.ts';
import { isText, isUnsendable, notEmptied, wasNeverSent } from './withdrawable.ts';

const PAGE = 100;

/** Returns the label of undoing a batch; undoing an undo has the original label. */
export function undoLabel({ label }: StoredBatch, count = label.count): GroupLabel {
  const { code, kind, params, of } = label;
  if (code === 'undo' && of !== undefined) return { ...of, kind };
  return { code: 'undo', kind, count, params: {}, of: { code, count, params } };
}

/**
 * Returns the label for undoing several batches.
 *
 * It names the action of the first batch and the number of records of all.
 */
export function undoLabelOf(ws: Workspace, groups: readonly StoredBatch[]): GroupLabel {
  const [first] = groups;
  if (first === undefined) throw new AppError('internal', 'nothing is to be taken back');
  return groups.length === 1 ? undoLabel(first) : undoLabel(first, countOf(ws, groups));
}

function countOf(ws: Workspace, groups: readonly StoredBatch[]): number {
  const store = new BatchStore(ws.work);
  return groups.reduce((sum, { id }) => sum + store.count(id), 0);
}

interface Piece {
  readonly group: string;
  readonly items: readonly GroupItem[];
}

/** Yields the items of batches in pages, the last item first. */
function* piecesOf(ws: Workspace, groups: readonly StoredBatch[]): Generator<Piece> {
  const store = new BatchStore(ws.work);
  for (const { id: group } of groups) {
    let next = Number.MAX_SAFE_INTEGER;
    for (;;) {
      const items = store.itemsBefore(group, next, PAGE);
      const last = items.at(-1);
      if (last === undefined) break;
      yield { group, items };
      next = last.number;
    }
  }
}

/** Fills a changeset with the effect of undoing batches, last action first. */
export async function planUndo(
  ws: Workspace,
  plan: ChangesetStore,
  groups: readonly StoredBatch[],
  job: ChangesetJob,
): Promise<void> {
  const total = countOf(ws, groups);
  let done = 0;
  let row = 0;
  let rows: NewRow[] = [];
  const known = { copies: copiesOf(ws), later: new LaterChanges(ws, groups) };
  const put = async (part: number) => {
    plan.addAll(rows);
    rows = [];
    await job.pause(done, part);
  };
  for (const { group, items } of piecesOf(ws, groups)) {
    if (job.stopped) return;
    for (const item of items)
      for (const each of undoRows(ws, known, item)) rows.push({ ...each, row: ++row, group });
    done += items.length;
    // Many batches of one record each are added together.
    if (rows.length >= PAGE) await put(Math.min(1, done / total));
  }
  await put(1);
}

/** Data read once for all rows of a changeset. */
interface Known {
  readonly copies: FileCopies;
  readonly later: LaterChanges;
}

function undoRows(ws: Workspace, { copies, later }: Known, item: GroupItem): Row[] {
  const entity = ws.entities.get(item.eid);
  if (entity === null) return [];
  const decision = new DecisionStore(ws.work).of(item.number);
  if (decision !== null) return [undoDecision(ws, item, entity, decision)];
  if (item.action === 'update') return undoUpdate(ws, item, entity);
  if (item.action === 'create') return undoCreate(ws, later, item, entity);
  return undoRemove(ws, copies, item, entity);
}

interface Sorted {
  /** Values unchanged since the batch; they are restored. */
  readonly back: GroupItem['changes'];
  /** Values changed since the batch. */
  readonly other: GroupItem['changes'];
}

/** Returns the record; null when it was removed here or on the service. */
function subjectNow(ws: Workspace, { kind, state, serviceId, eid }: Entity): Subject | null {
  return state === 'gone' ? null : subjectIfThere(ws, kind, serviceId ?? eid);
}

function undoUpdate(ws: Workspace, item: GroupItem, entity: Entity): Row[] {
  if (item.changes.length === 0) return [];
  const subject = subjectNow(ws, entity);
  if (subject === null)
    return [
      impossible(entity, 'update', [
        { place: entity.title, value: 'gone', ...expecting('record') },
      ]),
    ];
  const { back, other } = sorted(ws, subject, item);
  return [
    ...updateRow(ws, subject, entity, back, 'changed'),
    ...updateRow(ws, subject, entity, other, 'kept'),
  ];
}

function sorted(ws: Workspace, { resource, shown }: Subject, item: GroupItem): Sorted {
  const now = (field: string) => valueAt(resource, shown, field);
  const same = (field: string, a: Json | null, b: Json | null) =>
    sameAt(resource, field, sentBy(ws, item.eid, a), sentBy(ws, item.eid, b));
  const open = item.changes.filter(({ field, before }) => !same(field, now(field), before));
  return {
    back: open.filter(({ field, after }) => same(field, now(field), after)),
    other: open.filter(({ field, after }) => !same(field, now(field), after)),
  };
}

function updateRow(
  ws: Workspace,
  subject: Subject,
  entity: Entity,
  changes: GroupItem['changes'],
  outcome: 'changed' | 'kept',
): Row[] {
  if (changes.length === 0) return [];
  const { resource, shown } = subject;
  const leaving: Issue[] = subject.leaving
    ? [{ place: entity.title, value: 'queued to be removed', ...expecting('noRemoval') }]
    : [];
  const withdraw = changes.filter(
    ({ field, before }) =>
      isUnsendable(resource, field, before) && wasNeverSent(ws, subject, field, before),
  );
  const others = changes.filter((each) => !withdraw.includes(each));
  const filled = others.filter(({ before }) => before !== null);
  const rest = others.filter(({ before }) => before === null).map(({ field }) => field);
  const preview = previewUpdate(subject, {
    ...Object.fromEntries(
      filled.map(({ field, before }) => [
        field,
        asShown(ws, entity.eid, before, valueAt(resource, shown, field)) ?? '',
      ]),
    ),
    ...Object.fromEntries(
      rest.filter((field) => isText(resource, field)).map((field) => [field, '']),
    ),
  });
  const stuck = rest
    .filter((field) => !isText(resource, field))
    .map((field) => notEmptied(subject, field));
  const taken = withdraw.map(({ field, before }) => ({
    field,
    before: valueAt(resource, shown, field),
    after: before,
  }));
  const all = [...preview.changes, ...taken];
  const issues = [...leaving, ...preview.issues, ...preview.locked, ...stuck];
  if (all.length === 0 || subject.leaving) return [impossible(entity, 'update', issues)];
  const work = {
    do: 'update' as const,
    kind: entity.kind,
    ref: subject.ref,
    values: preview.values,
    withdraw: withdraw.map(({ field }) => field),
  };
  return [{ ...base(entity), outcome, action: 'update', changes: all, issues, work }];
}

function operationOf(ws: Workspace, { operation }: GroupItem): StoredOperation | null {
  return operation === null ? null : ws.operations.get(operation);
}

function undoCreate(ws: Workspace, later: LaterChanges, item: GroupItem, entity: Entity): Row[] {
  const { kind } = entity;
  const creation = operationOf(ws, item);
  // The record existed on the service already, so this creation made none.
  if (creation?.reason?.code === 'exists') return [];
  const subject = subjectNow(ws, entity);
  if (subject === null || subject.leaving) return [];
  const { resource, shown } = subject;
  // A field not set by the creation may have been set later, here or on the service.
  const since = [...later.before(entity, item)].map(([field, after]) => ({ field, after }));
  const changed = [...item.changes, ...since].filter(({ field, after }) => {
    const now = valueAt(resource, shown, field);
    if (now === null || fieldAt(resource, field)?.formMayDiffer === true) return false;
    return !sameAt(resource, field, sentBy(ws, entity.eid, now), sentBy(ws, entity.eid, after));
  });
  const issues = changed.map(({ field, after }) => ({
    place: field,
    value: textOf(valueAt(resource, shown, field)),
    ...expecting('changedSince', { value: textOf(after) || '–' }),
  }));
  const outcome = changed.length > 0 ? 'kept' : 'changed';
  const work = { do: 'remove' as const, kind, ref: subject.ref };
  return [{ ...base(entity), outcome, action: 'remove', issues, work }];
}

function undoRemove(ws: Workspace, copies: FileCopies, item: GroupItem, entity: Entity): Row[] {
  const { kind } = entity;
  const operation = operationOf(ws, item);
  if (operation?.state === 'discarded') return [];
  if (operation === null || isFoldable(operation)) {
    const { eid } = entity;
    const taken = takenWhileGone(ws, entity);
    if (taken !== null) return [impossible(entity, 'create', [taken])];
    const work = {
      do: 'revive' as const,
      kind,
      ref: eid,
      operation: item.operation,
      ended: item.ended ?? [],
    };
    return [{ ...base(entity), outcome: 'changed', action: 'create', work }];
  }
  if (operation.state !== 'done')
    return [
      impossible(entity, 'create', [
        { place: entity.title, value: operation.state, ...expecting('removalOver') },
      ]),
    ];
  return [createAgain(ws, copies, item, entity)];
}

/** Returns the row that recreates a removed record; its id will differ. */
function createAgain(ws: Workspace, copies: FileCopies, item: GroupItem, entity: Entity): Row {
  const { kind } = entity;
  const again = entity.serviceId ?? undefined;
  const taken = again === undefined ? null : againstAgain(ws, kind, again, entity.title);
  if (taken !== null) return impossible(entity, 'create', [taken]);
  const resource = resourceOf(kind);
  const settable = item.changes.filter(({ field, before }) => {
    const rules = resource.fields[field.split('.', 1)[0] ?? ''];
    return before !== null && rules !== undefined && isSettable(rules);
  });
  const { given, files, lost } = withCopies(copies, kind, settable);
  const missing = lost.filter(({ place }) => isMissing(resource, given, place));
  if (missing.length > 0) return impossible(entity, 'create', missing);
  const values = Object.fromEntries(given.map(({ field, after }) => [field, after ?? '']));
  const { issues } = checkValues(resource, nested(values), 'create');
  if (issues.length > 0) return impossible(entity, 'create', [...issues]);
  return {
    ...base(entity),
    ref: null,
    outcome: 'new',
    action: 'create',
    changes: [...given],
    files,
    issues: lost,
    work: { do: 'create', kind, values, again, ...(wasHeld(ws, item) ? { held: true } : {}) },
  };
}

/**
 * Returns whether a user-held operation ended with the record.
 *
 * The recreated record stays held.
 */
function wasHeld(ws: Workspace, { ended }: GroupItem): boolean {
  return (ended ?? []).some((seq) => isHeldByPerson(ws.operations.bySeq(seq) ?? { reason: null }));
}

function isMissing(resource: Resource, given: readonly FieldChange[], field: string): boolean {
  const isRequired = fieldAt(resource, field)?.create === 'required';
  return isRequired && !given.some((each) => each.field === field);
}

/** A record to recreate, as far as its files have local copies. */
interface WithCopies {
  readonly given: readonly FieldChange[];
  readonly files: RowFile[];
  /** Files without a local copy. */
  readonly lost: Issue[];
}

/**
 * Recreates values with local copies of their files.
 *
 * The old service paths may have been deleted with the record.
 */
function withCopies(copies: FileCopies, kind: Kind, values: readonly FieldChange[]): WithCopies {
  const given: FieldChange[] = [];
  const files: RowFile[] = [];
  const lost: Issue[] = [];
  for (const { field, before } of values) {
    const rules = fieldAt(resourceOf(kind), field);
    if (rules === null || !isOfFiles(rules)) {
      given.push({ field, before: null, after: before });
      continue;
    }
    const put = (item: Json): Json | null => {
      const staged = copies.of(item);
      if (staged !== null) return { $file: staged };
      if (typeof item !== 'string' || copies.cached(kind, item) === null) return null;
      files.push({ field, path: item, fetched: true });
      return item;
    };
    const placed = replaceFiles(field, rules, before ?? undefined, put);
    for (const item of placed.lost)
      lost.push({ place: field, value: show(item), ...expecting('anyCopy') });
    if (placed.value !== undefined) given.push({ field, before: null, after: placed.value });
  }
  return { given, files, lost };
}
