import { AppError, invalid, why } from '#contract/errors.ts';
import { json, jsonObject } from '#contract/json.ts';
import type { Json } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { holdAgain } from '../actions.ts';
import { reinstate } from '../reinstate.ts';
import { inTheWay, takeDecisionBack } from '../decisions.ts';
import { withFiles } from '../draft.ts';
import type { GivenFile } from '../draft.ts';
import { insertCreate, insertRemove, insertUpdate } from '../enqueue.ts';
import { rename } from '../coalesce.ts';
import { isFoldable } from '../coalescable.ts';
import type { Queued } from '../enqueue.ts';
import { refreshDependents } from '../holds.ts';
import { journal } from '../journal.ts';
import { overlay } from '../../record/overlay.ts';
import { isEmptyPatch, stagedFiles } from '../../record/patch.ts';
import type { Patch } from '../../record/patch.ts';
import { findTarget } from '../target.ts';
import { readRecord } from '#contract/values.ts';
import { lineageRoot, neededAgain, takenWhileGone } from '../lineage.ts';
import { DecisionStore } from '../../store/decisionStore.ts';
import type { StoredOperation } from '../../store/operationStore.ts';
import type { Entity } from '../../store/entityStore.ts';
import { markDirty } from '../projection.ts';
import type { Shown } from '../projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { againstAgain } from './alreadyRecreated.ts';
import { nested, valueAt } from '../../record/fieldPaths.ts';
import { changesOf } from '../../record/diff.ts';
import { BatchStore } from '../../store/batchStore.ts';
import { noteChange, patchOf } from './noteChange.ts';

/** Each command names its kind if the batch holds records of several kinds. */
const kind = kindSchema.optional();

/** The command for one record; values are keyed by dotted names. */
export const workSchema = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('create'),
    kind,
    values: z.record(z.string(), json),
    /** The id of the deleted record that is recreated. */
    again: z.string().optional(),
    /** Whether the user held the operations that the removal of this record replaced. */
    held: z.boolean().optional(),
  }),
  z.object({
    do: z.literal('update'),
    kind,
    ref: z.string(),
    values: z.record(z.string(), json),
    /** The code by which a sheet row found the record; absent if the row named its id. */
    foundBy: z.string().optional(),
    /** Fields of an unsent change that are taken out of it again. */
    withdraw: z.array(z.string()).optional(),
    base: jsonObject.optional(),
    /** The only field of a trial; see `UpdateOptions`. */
    tries: z.string().optional(),
  }),
  z.object({ do: z.literal('remove'), kind, ref: z.string() }),
  /** Takes back an unsent removal and reinstates the operations that it replaced. */
  z.object({
    do: z.literal('revive'),
    kind,
    ref: z.string(),
    operation: z.string().nullable(),
    ended: z.array(z.number()),
  }),
  /** Takes back a discard or a settled conflict that is stored with this item of a batch. */
  z.object({ do: z.literal('restore'), kind, ref: z.string(), item: z.number() }),
]);
export type Command = z.infer<typeof workSchema>;

/** The batch that records the effect of a command. */
export interface BatchTarget {
  readonly group: string;
  /** Whether the operations carry the batch id, so that the outbox shows them together. */
  readonly named: boolean;
}

/** The result of a command, with the record's new state if it is known without a read. */
export interface Done extends Queued {
  readonly shown?: Shown | null;
  readonly named?: Record<string, string>;
}

/** Returns the label parameters that name a change of some fields of a record. */
export function nameOfWork(
  entity: Pick<Entity, 'key' | 'title'> | null,
  fields: readonly string[],
): Record<string, string> {
  const record = entity?.key ?? entity?.title ?? '';
  return fields.length === 0 ? { record } : { record, field: fields.join(', ') };
}

/**
 * Runs one command inside the caller's transaction and records its effect for Undo.
 *
 * The caller updates the list rows afterwards.
 */
export function doWork(
  ws: Workspace,
  kind: Kind,
  work: Command,
  files: readonly GivenFile[],
  ledger: BatchTarget,
): Done {
  switch (work.do) {
    case 'create':
      return create(ws, kind, work, files, ledger);
    case 'update':
      return update(ws, kind, work, files, ledger);
    case 'remove':
      return remove(ws, kind, work.ref, ledger);
    case 'revive':
      return revive(ws, kind, work, ledger);
    case 'restore':
      return restore(ws, work, ledger);
    default:
      throw new AppError('internal', 'no such work');
  }
}

type Of<D extends Command['do']> = Extract<Command, { do: D }>;

function create(
  ws: Workspace,
  kind: Kind,
  work: Of<'create'>,
  files: readonly GivenFile[],
  ledger: BatchTarget,
): Queued {
  const resource = resourceOf(kind);
  const again = work.again === undefined ? undefined : lineageRoot(ws, kind, work.again);
  const taken =
    work.again === undefined ? null : againstAgain(ws, kind, work.again, titleOf(kind, work));
  if (taken !== null) throw invalid([taken]);
  const given = nested(work.values);
  const needs = work.again === undefined ? [] : neededAgain(ws, kind, work.again);
  const binding = { group: ledger.named ? ledger.group : null, needs };
  const made = insertCreate(ws, kind, given, files, binding);
  const values = withFiles(resource, given, files);
  const { id: eid, operation } = made;
  const change = { kind, eid, action: 'create', operation, patch: patchOf(values), again } as const;
  noteChange(ws, ledger.group, change);
  if (work.held === true && operation !== null) holdAgain(ws, operation);
  return made;
}

function titleOf(kind: Kind, { values }: Of<'create'>): string {
  const title = values[resourceOf(kind).title];
  return typeof title === 'string' ? title : '';
}

function update(
  ws: Workspace,
  kind: Kind,
  work: Of<'update'>,
  files: readonly GivenFile[],
  ledger: BatchTarget,
): Done {
  const withdrawn = withdraw(ws, kind, work, ledger);
  const made = insertUpdate(ws, kind, work.ref, nested(work.values), files, {
    base: work.base,
    group: ledger.named ? ledger.group : undefined,
    // Only Undo sets `withdraw`, even to an empty list.
    takesBack: work.withdraw !== undefined,
    tries: work.tries,
  });
  if (made.patch === null) return withdrawn ?? made;
  const { entity, id, operation, patch, shown, now } = made;
  const { eid } = entity;
  const change = { kind, eid, action: 'update', operation, patch, shown } as const;
  const fields = noteChange(ws, ledger.group, change);
  const named = nameOfWork(entity, fields);
  return { operation, id, named, shown: now === null ? null : { kind, entity, ...now } };
}

function remove(ws: Workspace, kind: Kind, ref: string, ledger: BatchTarget): Queued {
  const binding = { group: ledger.named ? ledger.group : null, needs: [] };
  const made = insertRemove(ws, kind, ref, binding);
  const resource = resourceOf(kind);
  const changes = changesOf(
    resource,
    {},
    { values: readRecord(resource, made.shown), files: {} },
    { byPart: true },
  );
  new BatchStore(ws.work).addItem(ledger.group, {
    eid: made.entity.eid,
    action: 'remove',
    operation: made.operation,
    changes: changes.map(({ field, after }) => ({ field, before: after, after: null })),
    ended: made.ended,
  });
  return { operation: made.operation, id: made.id };
}

function revive(ws: Workspace, kind: Kind, work: Of<'revive'>, ledger: BatchTarget): Queued {
  const entity = ws.entities.get(work.ref);
  const removal = work.operation === null ? null : ws.operations.get(work.operation);
  if (entity === null || (removal !== null && !isFoldable(removal)))
    throw new AppError('state', 'This removal is on its way and cannot be taken back here.', {
      why: why('removal-on-its-way'),
    });
  const taken = takenWhileGone(ws, entity);
  if (taken !== null) throw invalid([taken]);
  const now = ws.platform.clock.now();
  if (removal !== null) {
    ws.operations.setState(removal.seq, { state: 'discarded' }, now);
    journal(ws, kind, removal, 'taken-back');
  }
  // The removal of a record that was never sent ended all its operations as discarded.
  const back = reinstate(ws, kind, work.ended, ['merged', 'discarded']);
  if (entity.state === 'gone' && entity.serviceId === null) ws.entities.release(entity.eid, 'new');
  markDirty(ws, kind, entity.eid);
  new BatchStore(ws.work).addItem(ledger.group, {
    eid: entity.eid,
    action: 'create',
    operation: back[0]?.id ?? null,
    changes: [],
    ended: [],
  });
  return { operation: back[0]?.id ?? null, id: entity.eid };
}

function restore(ws: Workspace, work: Of<'restore'>, ledger: BatchTarget): Queued {
  const entity = ws.entities.get(work.ref);
  const decision = new DecisionStore(ws.work).of(work.item);
  const issue = entity === null || decision === null ? null : inTheWay(ws, decision, entity);
  if (entity === null || decision === null || issue !== null)
    throw new AppError('state', 'Changed since the preview.', {
      issues: issue === null ? [] : [issue],
      why: why('changed-since-preview'),
    });
  const [first] = takeDecisionBack(ws, ledger.group, entity, decision);
  return { operation: first?.id ?? null, id: entity.eid };
}

/**
 * Takes fields out of unsent changes.
 *
 * The fields were empty before, and an empty value cannot be sent.
 */
function withdraw(
  ws: Workspace,
  kind: Kind,
  work: Of<'update'>,
  ledger: BatchTarget,
): Queued | null {
  const fields = work.withdraw ?? [];
  if (fields.length === 0) return null;
  const { entity, doc } = findTarget(ws, kind, work.ref);
  if (entity === null) return null;
  const resource = resourceOf(kind);
  const open = ws.operations.openOf(entity.eid);
  const { sentAs } = ws.uploads;
  const shown = overlay(resource, doc, open, sentAs);
  for (const each of open.filter(isFoldable)) strip(ws, kind, each, fields);
  const left = overlay(resource, doc, ws.operations.openOf(entity.eid), sentAs);
  new BatchStore(ws.work).addItem(ledger.group, {
    eid: entity.eid,
    action: 'update',
    operation: null,
    // Undo of this item fills the fields again.
    changes: fields.map((field) => ({
      field,
      before: valueAt(resource, shown, field),
      after: valueAt(resource, left, field),
    })),
    ended: [],
  });
  return { operation: null, id: entity.eid };
}

function strip(
  ws: Workspace,
  kind: Kind,
  operation: StoredOperation,
  fields: readonly string[],
): void {
  const values = new Map<string, Json>(Object.entries(operation.patch.values));
  if (!fields.some((path) => values.has(path.split('.', 1)[0] ?? ''))) return;
  for (const path of fields) {
    const [name = '', part] = path.split('.');
    const old = values.get(name);
    if (part === undefined) values.delete(name);
    else if (old !== undefined) {
      const { [part]: _, ...rest } = jsonObject.parse(old);
      if (Object.keys(rest).length === 0) values.delete(name);
      else values.set(name, rest);
    }
  }
  const patch: Patch = { values: Object.fromEntries(values), files: operation.patch.files };
  const now = ws.platform.clock.now();
  ws.operations.rewrite(operation, patch, operation.base, now);
  ws.uploads.setFiles(operation.seq, operation.id, stagedFiles(patch));
  if (operation.action === 'create') rename(ws, resourceOf(kind), operation.eid, patch.values);
  if (operation.action === 'update' && isEmptyPatch(patch))
    ws.operations.setState(operation.seq, { state: 'merged' }, now);
  else if (operation.state === 'refused') {
    // The service may accept the remaining fields, as after any correction of a refused change.
    ws.operations.resetBudget(operation.seq);
    ws.operations.setState(operation.seq, { state: 'waiting' }, now);
  }
  refreshDependents(ws, operation);
  const taken = [...new Set(fields.map((path) => path.split('.', 1)[0] ?? path))].flatMap(
    (field) => {
      const before = operation.patch.values[field];
      return before === undefined ? [] : [{ field, before, after: values.get(field) ?? null }];
    },
  );
  journal(ws, kind, operation, 'taken-back', taken);
  markDirty(ws, kind, operation.eid);
}
