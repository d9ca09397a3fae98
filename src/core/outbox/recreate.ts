import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Resource } from '#contract/resources/resource.ts';
import { readRecord, readValue, show } from '#contract/values.ts';
import { announceSoon, withinGroup } from './batches/runInBatch.ts';
import { noteChange, patchOf } from './batches/noteChange.ts';
import { nameOfWork } from './batches/command.ts';
import { isOfFiles, isSettable, replaceFiles } from './fileCopies.ts';
import type { FileCopies } from './fileCopies.ts';
import { lineageRoot, requireFirst } from './lineage.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { holdAlong, moveOnly, ownedOperation } from './actions.ts';
import { bringBackReplaced } from './reinstate.ts';
import { nameOf } from './draft.ts';
import { insertDraft, splitDraft } from './enqueue.ts';
import { journal } from './journal.ts';
import { filesIn } from '../record/fileFields.ts';
import { overlay } from '../record/overlay.ts';
import { EMPTY_PATCH, withPaths } from '../record/patch.ts';
import type { OperationWithEntity } from './owned.ts';

/** The operation that remains after a settled conflict, and the values that it leaves out. */
export interface Settled {
  readonly operation: string;
  readonly notes: readonly AgainNote[];
}

/**
 * Stages the cached files that an operation needs to recreate its record.
 *
 * Does nothing unless the operation is in a `gone` conflict.
 */
export async function stageForAgain(
  ws: Workspace,
  copies: FileCopies,
  operation: string,
): Promise<void> {
  const owned = ownedOperation(ws, operation);
  if (owned.operation.conflict?.type !== 'gone') return;
  const { resource, base, wanted } = readAgain(ws, owned);
  const held = heldIn(resource, base);
  await copies.stage(ws, { resource, record: wanted }, (path) => held.has(JSON.stringify(path)));
}

/**
 * Creates a record again that was removed on the service.
 *
 * The new record has the same values and another id.
 */
export function createAgain(
  ws: Workspace,
  owned: OperationWithEntity,
  copies: FileCopies,
): Settled {
  const { operation, entity } = owned;
  const { kind, serviceId } = entity;
  // Lists may still show the removed record, so it may have been recreated already.
  if (serviceId !== null) requireFirst(ws, kind, serviceId, entity.eid);
  dropRemoval(ws, owned);
  const { resource, base, later, wanted } = readAgain(ws, owned);
  const { values, notes } = withCopies(resource, base, wanted, copies);
  const settable = Object.fromEntries(
    Object.entries(values).filter(([name]) => {
      const field = resource.fields[name];
      return field !== undefined && isSettable(field);
    }),
  );
  const draft = splitDraft(resource, settable);
  const lost = notes.map(({ field, value }) => ({
    field: field ?? '',
    before: value,
    after: null,
  }));
  for (const each of later) {
    const isSettled = each.seq === operation.seq;
    journal(ws, kind, each, 'created-again', isSettled ? lost : []);
    moveOnly(ws, { operation: each, entity }, { state: 'discarded' });
  }
  ws.entities.release(entity.eid, 'gone');
  // Code and title may have changed since. The look-up before sending uses the new ones.
  const named = { kind, ...nameOf(resource, settable) };
  const label = { code: 'create', kind, count: 1, params: nameOfWork(named, []) } as const;
  const { result } = withinGroup(ws, label, (group) => {
    const made = insertDraft(ws, named, draft, { group: operation.groupId, needs: [] });
    ws.restored.inherit(operation.seq, made.seqs);
    const again = serviceId === null ? undefined : lineageRoot(ws, kind, serviceId);
    const change = { kind, eid: made.id, action: 'create', patch: patchOf(settable) } as const;
    noteChange(ws, group, { ...change, operation: made.operation, again });
    holdAlong(ws, made.operation, later);
    return made.operation;
  });
  announceSoon(ws);
  return { operation: result, notes };
}

/**
 * Discards a removal behind the operation, since the user keeps the record.
 *
 * Operations that the removal replaced are reinstated.
 */
function dropRemoval(ws: Workspace, { operation, entity }: OperationWithEntity): void {
  for (const each of ws.operations.openAfter(operation)) {
    if (each.action !== 'remove') continue;
    journal(ws, entity.kind, each, 'created-again');
    moveOnly(ws, { operation: each, entity }, { state: 'discarded' });
    bringBackReplaced(ws, entity.kind, each);
  }
}

/**
 * Returns the last known record, and the same with its pending operations.
 *
 * A pull may have stored a remote change after the operation was made, so the newest version is
 * used.
 */
function readAgain(ws: Workspace, { operation, entity }: OperationWithEntity) {
  const { kind, serviceId } = entity;
  const resource = resourceOf(kind);
  const pathOf = (file: string) => ws.uploads.pathOf(file, operation);
  const mirrored = serviceId === null ? null : ws.records.get(kind, serviceId);
  const last = ws.entities.news(entity) ?? mirrored?.doc ?? operation.base;
  const values = last === null ? {} : parseDoc(last);
  const base = withPaths({ ...EMPTY_PATCH, values }, pathOf).values;
  const later = ws.operations.openOf(entity.eid).filter(({ seq }) => seq >= operation.seq);
  // The base names its files by path, and the operations name theirs by staged id.
  const wanted = readRecord(resource, overlay(resource, base, later, ws.uploads.sentAs));
  return { resource, base, later, wanted };
}

/** Returns the files that a record held, each as JSON. */
function heldIn(resource: Resource, record: JsonObject): ReadonlySet<string> {
  const held = Object.entries(resource.fields).flatMap(([name, field]) =>
    isOfFiles(field) ? filesIn(readValue(name, field, record)) : [],
  );
  return new Set(held.map((item) => JSON.stringify(item)));
}

/**
 * Replaces the files of a record by staged copies; notes the files without a copy.
 *
 * Files that the change itself gives are kept. Throws `invalid` if a required file has no copy.
 */
function withCopies(
  resource: Resource,
  base: JsonObject,
  wanted: JsonObject,
  copies: FileCopies,
): { readonly values: JsonObject; readonly notes: readonly AgainNote[] } {
  const values = new Map(Object.entries(wanted));
  const notes: AgainNote[] = [];
  const issues: Issue[] = [];
  const held = heldIn(resource, base);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isOfFiles(field)) continue;
    const put = (item: Json): Json | null => {
      if (!held.has(JSON.stringify(item))) return item;
      const copy = copies.of(item);
      return copy === null ? null : { $file: copy };
    };
    const placed = replaceFiles(name, field, values.get(name), put);
    if (placed.value !== undefined) values.set(name, placed.value);
    if (placed.lost.length === 0) continue;
    if (placed.value === undefined) values.delete(name);
    notes.push(...placed.note);
    if (field.create === 'required' && placed.value === undefined)
      issues.push({
        place: name,
        value: placed.lost.map(show).join(', '),
        ...expecting('copyHere'),
      });
  }
  if (issues.length > 0) throw invalid(issues);
  return { values: Object.fromEntries(values), notes };
}
