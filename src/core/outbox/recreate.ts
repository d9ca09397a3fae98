import { invalid } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { AgainNote } from '#contract/past.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { fileRef } from '#contract/resources/field.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import { readRecord, readValue, show } from '#contract/values.ts';
import { stagedPath } from '../files/place.ts';
import { announceSoon, withinGroup } from './batches/runInBatch.ts';
import { noteChange, patchOf } from './batches/noteChange.ts';
import { nameOfWork } from './batches/command.ts';
import { cachedHash, stageCached } from './copyCachedFiles.ts';
import { lineageRoot, requireFirst } from './lineage.ts';
import { StoredFiles } from '../files/fileKnowledge.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { holdAlong, moveOnly, ownedOperation } from './actions.ts';
import { bringBackReplaced } from './reinstate.ts';
import { nameOf } from './draft.ts';
import { insertDraft, splitDraft } from './enqueue.ts';
import { journal } from './journal.ts';
import { listOf, overlay } from '../record/overlay.ts';
import { EMPTY_PATCH, withPaths } from '../record/patch.ts';
import type { OperationWithEntity } from './owned.ts';

/** The operation that remains after a settled conflict, and the values that it leaves out. */
export interface Settled {
  readonly operation: string;
  readonly notes: readonly AgainNote[];
}

/**
 * Finds copies of files for recreating a removed record.
 *
 * The service may have deleted the files with the record. Cached files are staged before the
 * conflict is settled, because copying takes time.
 */
export class FilesAgain {
  readonly #ws;
  #known: StoredFiles | null = null;
  readonly #taken = new Map<string, string>();

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /**
   * Stages the cached files that an operation needs to recreate its record.
   *
   * Does nothing unless the operation is in a `gone` conflict.
   */
  async take(id: string): Promise<void> {
    const owned = ownedOperation(this.#ws, id);
    if (owned.operation.conflict?.type !== 'gone') return;
    const { resource, base, wanted } = readAgain(this.#ws, owned);
    const isNeedless = (file: string) =>
      this.of(file) !== null || !heldIn(resource, base).has(JSON.stringify(file));
    const taken = await stageCached(this.#ws, resource.kind, JSON.stringify(wanted), isNeedless);
    for (const [file, copy] of taken) this.#taken.set(file, copy);
  }

  /** Returns the staged id of a copy of a file that the record held; null if there is none. */
  of(item: Json): string | null {
    if (typeof item === 'string')
      return this.#stored().copyOf(item) ?? this.#taken.get(item) ?? null;
    const file = fileRef.safeParse(item).data?.$file ?? '';
    const { folder, platform, uploads } = this.#ws;
    const sha = uploads.staged(file)?.sha256;
    if (sha === undefined) return null;
    return platform.disk.files.existsSync(stagedPath(folder, sha)) ? file : null;
  }

  /** Returns whether a cached copy of a file can be sent. */
  isFetched(kind: Kind, path: string): boolean {
    return cachedHash({ ...this.#ws, disk: this.#ws.platform.disk }, kind, path) !== null;
  }

  // Created on first use, because it reads all missing paths. Most decisions need no file.
  #stored(): StoredFiles {
    this.#known ??= new StoredFiles({ ...this.#ws, disk: this.#ws.platform.disk });
    return this.#known;
  }
}

/**
 * Creates a record again that was removed on the service.
 *
 * The new record has the same values and another id.
 */
export function createAgain(
  ws: Workspace,
  owned: OperationWithEntity,
  copies: FilesAgain,
): Settled {
  const { operation, entity } = owned;
  const { kind, serviceId } = entity;
  // Lists may still show the removed record, so it may have been recreated already.
  if (serviceId !== null) requireFirst(ws, kind, serviceId, entity.eid);
  dropRemoval(ws, owned);
  const { resource, base, later, wanted } = readAgain(ws, owned);
  const { values, notes } = withCopies(resource, base, wanted, copies);
  const settable = Object.fromEntries(
    Object.entries(values).filter(([name]) => isSettable(resource, name)),
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

function isSettable(resource: Resource, name: string): boolean {
  const field = resource.fields[name];
  return field !== undefined && (field.create !== 'never' || field.update);
}

/** Returns the files that a record held, each as JSON. */
function heldIn(resource: Resource, record: JsonObject): ReadonlySet<string> {
  const held = Object.entries(resource.fields).flatMap(([name, field]) =>
    isOfFiles(field) ? itemsOf(readValue(name, field, record)) : [],
  );
  return new Set(held.map((item) => JSON.stringify(item)));
}

function isOfFiles({ type }: Resource['fields'][string]): boolean {
  return type === 'file' || type === 'files';
}

/** Returns the files in the value of a file field. */
export function itemsOf(value: Json | undefined | null): readonly Json[] {
  if (value === undefined || value === null || value === '') return [];
  return fileRef.safeParse(value).success ? [value] : listOf(value);
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
  copies: FilesAgain,
): { readonly values: JsonObject; readonly notes: readonly AgainNote[] } {
  const values = new Map(Object.entries(wanted));
  const notes: AgainNote[] = [];
  const issues: Issue[] = [];
  const held = heldIn(resource, base);
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!isOfFiles(field)) continue;
    const { here, lost } = partCopies(itemsOf(values.get(name)), held, copies);
    const isList = field.type === 'files';
    const [first] = here;
    if (first !== undefined) values.set(name, isList ? here : first);
    if (lost.length === 0) continue;
    if (first === undefined) values.delete(name);
    notes.push({ code: 'file-not-here', field: name, value: isList ? lost : (lost[0] ?? null) });
    if (field.create === 'required' && first === undefined)
      issues.push({
        place: name,
        value: lost.map(show).join(', '),
        expected: 'a copy of this file here: give the record the file, then create it again',
      });
  }
  if (issues.length > 0) throw invalid(issues);
  return { values: Object.fromEntries(values), notes };
}

/** Splits files into those that can be sent and those without a copy. */
function partCopies(items: readonly Json[], held: ReadonlySet<string>, copies: FilesAgain) {
  const here: Json[] = [];
  const lost: Json[] = [];
  for (const item of items) {
    const isGiven = !held.has(JSON.stringify(item));
    const copy = isGiven ? null : copies.of(item);
    if (isGiven) here.push(item);
    else if (copy === null) lost.push(item);
    else here.push({ $file: copy });
  }
  return { here, lost };
}
