import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { own } from '#contract/json.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import type { Assignment, Placed } from '#contract/files/match.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { fileRef } from '#contract/resources/field.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { inSavepoint } from './batches/inSavepoint.ts';
import { runInBatch } from './batches/runInBatch.ts';
import { doWork } from './batches/command.ts';
import { twoFiles } from './draft.ts';
import { listOf, overlay } from '../record/overlay.ts';
import { findTarget } from './target.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** The batch id, or null if nothing was queued, and the result of each assignment. */
export interface QueuedFiles {
  readonly group: string | null;
  readonly placed: Placed[];
}

/**
 * Queues files on their records as one named batch in one transaction.
 *
 * The files of one record are one change. A change that fails does not stop those of other records.
 */
export function queueFiles(
  ws: Workspace,
  name: string,
  assignments: readonly Assignment[],
): QueuedFiles {
  const byRecord = Map.groupBy(assignments, ({ kind, record }) => `${kind}/${record}`);
  const label: GroupLabel = {
    code: 'files',
    kind: assignments[0]?.kind ?? KINDS[0],
    count: byRecord.size,
    params: { record: name },
  };
  const { group, result: placed } = runInBatch(ws, label, (own) =>
    [...byRecord.values()].flatMap((some) => queueRecord(ws, own, some)),
  );
  const some = placed.some(({ operation }) => operation !== null);
  return { group: some ? group : null, placed: inOrder(assignments, placed) };
}

function queueRecord(ws: Workspace, group: string, some: readonly Assignment[]): Placed[] {
  const [{ kind, record } = { kind: null, record: '' }] = some;
  if (kind === null) return [];
  const { taken, over } = withRoom(ws, kind, some);
  return [...queueTaken(ws, group, kind, record, taken), ...over];
}

function queueTaken(
  ws: Workspace,
  group: string,
  kind: Kind,
  record: string,
  some: readonly Assignment[],
): Placed[] {
  const queue = (): Placed[] => {
    const work = { do: 'update', ref: record, values: valuesOf(ws, some) } as const;
    const { operation, id } = doWork(ws, kind, work, [], { group, named: true });
    return some.map(({ file }) => ({ file, operation, id, error: null }));
  };
  return inSavepoint(ws.work, queue, (fault) =>
    some.map(({ file }) => ({ file, operation: null, id: record, error: fault.toData() })),
  );
}

/**
 * Splits assignments into those a field has room for and those refused.
 *
 * A single-file field takes the first file; different content for the same field is refused.
 */
function withRoom(ws: Workspace, kind: Kind, some: readonly Assignment[]) {
  const { fields } = resourceOf(kind);
  const first = new Map<string, string | undefined>();
  const taken: Assignment[] = [];
  const over: Placed[] = [];
  for (const each of some) {
    const { file, field, record } = each;
    const sha256 = ws.uploads.staged(file)?.sha256;
    const isFull = fields[field]?.type === 'file' && first.has(field);
    if (isFull && first.get(field) !== sha256)
      over.push({ file, operation: null, id: record, error: twoFiles(field).toData() });
    else taken.push(each);
    if (!isFull) first.set(field, sha256);
  }
  return { taken, over };
}

/** Returns the new values of a record's file fields, each list complete and in order. */
function valuesOf(ws: Workspace, some: readonly Assignment[]): JsonObject {
  const [{ kind, record } = { kind: null, record: '' }] = some;
  if (kind === null) return {};
  const resource = resourceOf(kind);
  const target = findTarget(ws, kind, record);
  const open = target.entity === null ? [] : ws.operations.openOf(target.entity.eid);
  const shown = overlay(resource, target.doc, open, ws.uploads.sentAs);
  const values: Record<string, Json> = {};
  for (const [field, given] of Map.groupBy(some, (each) => each.field)) {
    const value = own(shown, field);
    if (resource.fields[field]?.type === 'files')
      values[field] = placeAll(ws, listOf(value), given);
    else values[field] = putOne(ws, value, given);
  }
  return values;
}

function putOne(ws: Workspace, value: Json | undefined, given: readonly Assignment[]): Json {
  const held = value === undefined || Array.isArray(value) ? listOf(value) : [value];
  const [first] = given;
  if (first !== undefined && placesOf(ws, held, first.file).length === 0)
    requireNamed(ws, held, first);
  return { $file: first?.file ?? '' };
}

function placeAll(ws: Workspace, held: readonly Json[], given: readonly Assignment[]): Json[] {
  const list: (Json | null)[] = [...held];
  const replaced = new Set<number>();
  for (const each of given) {
    const { file, as, instead } = each;
    const at = as === 'replace' ? placeOf(ws, held, instead, replaced) : -1;
    replaced.add(at);
    const there = placesOf(ws, list, file);
    const [known] = there;
    if (known !== undefined && (at < 0 || there.includes(at))) continue;
    requireNamed(ws, held, each);
    const item = known === undefined ? { $file: file } : (list[known] ?? null);
    // A file that the record already holds moves to its new place; otherwise the list would hold it
    // twice.
    if (known !== undefined) list[known] = null;
    if (at < 0) list.push(item);
    else list[at] = item;
  }
  return list.filter((item) => item !== null);
}

/** Returns the places of a list that hold the content of a staged file. */
function placesOf(ws: Workspace, list: readonly (Json | null)[], file: string): readonly number[] {
  const sha256 = ws.uploads.staged(file)?.sha256;
  return list.flatMap((item, at) => (item !== null && hashOf(ws, item) === sha256 ? [at] : []));
}

/**
 * Returns the place of the file to replace; -1 if there is none.
 *
 * Places that were already replaced are skipped. Without a name, the first free place is taken.
 */
function placeOf(
  ws: Workspace,
  held: readonly Json[],
  instead: string | undefined,
  replaced: ReadonlySet<number>,
): number {
  const places = instead === undefined ? [...held.keys()] : placesNamed(ws, held, instead);
  return places.find((at) => !replaced.has(at)) ?? -1;
}

/**
 * Returns the places of the file that a path or a staged id names.
 *
 * A staged file that was sent since is listed by its path, so its content is compared too.
 */
function placesNamed(ws: Workspace, held: readonly Json[], name: string): readonly number[] {
  const exact = held.flatMap((item, at) => (nameOf(item) === name ? [at] : []));
  return exact.length > 0 ? exact : placesOf(ws, held, name);
}

/** Throws `invalid` if the file to replace is no longer in the list. */
function requireNamed(ws: Workspace, held: readonly Json[], given: Assignment): void {
  const { field, as, instead } = given;
  if (as !== 'replace' || instead === undefined) return;
  if (placesNamed(ws, held, instead).length === 0) throw notThere(ws, field, instead);
}

function notThere(ws: Workspace, field: string, name: string): AppError {
  const value = ws.uploads.staged(name)?.name ?? name;
  return invalid([{ place: field, value, ...expecting('heldFile') }]);
}

function nameOf(item: Json): string | null {
  if (typeof item === 'string') return item;
  return fileRef.safeParse(item).data?.$file ?? null;
}

/** Returns the content hash of a list item; null if it is unknown. */
function hashOf(ws: Workspace, item: Json): string | null {
  if (typeof item !== 'string') return ws.uploads.staged(nameOf(item) ?? '')?.sha256 ?? null;
  return ws.assets.get(item)?.sha256 ?? ws.uploads.byPaths([item]).get(item)?.sha256 ?? null;
}

function inOrder(assignments: readonly Assignment[], placed: readonly Placed[]): Placed[] {
  const order = new Map(assignments.map(({ file }, index) => [file, index]));
  return placed.toSorted((a, b) => (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0));
}
