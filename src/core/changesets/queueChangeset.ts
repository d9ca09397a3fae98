import { AppError, invalid, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { inSavepoint, ownFault } from '../outbox/batches/inSavepoint.ts';
import { pathsOf, sameAt, valueAt } from '../record/fieldPaths.ts';
import type { FieldChange } from '../record/diff.ts';
import { BatchStore } from '../store/batchStore.ts';
import type { StoredBatch } from '../store/batchStore.ts';
import { doWork } from '../outbox/batches/command.ts';
import type { Command } from '../outbox/batches/command.ts';
import { stageOnce } from '../files/stageOnce.ts';
import { stageOne } from '../outbox/fileCopies.ts';
import { plainText } from './sheets/cellText.ts';
import { namesakeIssue } from './sheets/namesake.ts';
import { transact } from '../store/database.ts';
import { keepNotice } from '../workspace/notices.ts';
import { refreshDirty } from '../outbox/projection.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { ChangesetJob } from './job.ts';
import type { NewRow, ChangesetStore } from './changesetStore.ts';
import { isOfPlan } from './readable.ts';
import type { RowFile } from './rowFile.ts';
import { notTwice, sentBy } from './sentFiles.ts';
import { subjectOf, subjectToChange, textOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { withdrawnNow } from './withdrawable.ts';
import type { StoredRow } from './rowView.ts';

const CHUNK = 200;
/**
 * Most left-out rows that a notice lists. They cannot be seen elsewhere, because the changeset is
 * removed.
 */
const NAMED = 50;

/** The result of queueing; `group` is null when no row was queued. */
export interface QueuedChangeset {
  readonly group: string | null;
  readonly queued: number;
  /** Ticked rows that could not be queued as shown. */
  readonly left: number;
}

/**
 * Queues the ticked rows of a changeset as one batch.
 *
 * Each chunk and its cursor are written in one transaction. No operation of the batch is sent
 * before all rows are queued. An interrupted batch resumes at its cursor.
 */
export async function queueChangeset(
  ws: Workspace,
  plan: ChangesetStore,
  undoes: readonly string[],
  job: ChangesetJob,
): Promise<QueuedChangeset> {
  const groups = new BatchStore(ws.work);
  const id = ws.platform.random.id();
  plan.settle();
  const createdAt = ws.platform.clock.now();
  const { label } = plan;
  groups.insert({ id, label, state: 'queueing', plan: plan.id, undoes, createdAt });
  const group = groups.get(id);
  if (group === null) throw new AppError('internal', 'a group vanished while it was made');
  return goOnQueueing(ws, group, plan, job);
}

/** Resumes a batch that is partly in the outbox. */
export async function goOnQueueing(
  ws: Workspace,
  group: StoredBatch,
  plan: ChangesetStore,
  job: ChangesetJob,
  /**
   * Called with the number of left-out rows in the transaction that finishes the batch. The
   * changeset is removed afterwards.
   */
  tellLeft: (count: number) => void = () => undefined,
): Promise<QueuedChangeset> {
  const groups = new BatchStore(ws.work);
  const { ticked } = plan.counts();
  const stage = stageOnce(ws);
  let { cursor } = group;
  let seen = 0;
  for (;;) {
    if (job.stopped)
      return { group: group.id, queued: groups.count(group.id), left: plan.leftOut() };
    const rows = plan.tickedAfter(cursor, CHUNK);
    const last = rows.at(-1);
    if (last === undefined) break;
    await queueRows(ws, group.id, plan, rows, stage);
    cursor = last.row;
    seen += rows.length;
    await job.pause(seen, Math.min(1, seen / Math.max(1, ticked)));
  }
  const left = plan.leftOut();
  const queued = transact(ws.work, () => {
    ws.restored.markQueued(group.id);
    const count = groups.finish(group.id, labelOf(group, groups.count(group.id)));
    for (const each of plan.takenBack(group.undoes)) groups.setState(each, 'undone');
    if (left > 0) tellLeft(left);
    return count;
  });
  ws.emit('groups.changed', {});
  return { group: queued > 0 ? group.id : null, queued, left };
}

/** Returns the batch's label; for several undone batches with the counted records. */
function labelOf({ label, undoes }: StoredBatch, count: number): GroupLabel {
  const { of } = label;
  return undoes.length < 2 || of === undefined ? label : { ...label, of: { ...of, count } };
}

/**
 * Resumes a batch without a waiting window.
 *
 * A notice lists the left-out rows afterwards, or says that the changeset could not be read to its
 * end.
 */
export async function goOnAlone(
  ws: Workspace,
  group: StoredBatch,
  plan: ChangesetStore,
  job: ChangesetJob,
): Promise<void> {
  try {
    await goOnQueueing(ws, group, plan, job, (count) => noteLeft(ws, group, plan, count));
  } catch (thrown) {
    if (!isOfPlan(plan, thrown)) throw thrown;
    abortBatch(ws, group);
  }
}

function noteLeft(
  ws: Workspace,
  { id, label }: StoredBatch,
  plan: ChangesetStore,
  count: number,
): void {
  const rows = plan.firstLeftOut(NAMED).map(({ row, key, title, issues }) => {
    const name = key ?? title;
    return { name: name === '' ? String(row) : name, issues };
  });
  keepNotice(ws.meta, `group:${id}`, { code: 'group-left', label, count, rows });
}

/**
 * Ends a batch whose changeset is missing or damaged.
 *
 * The rows in the outbox stay, and a notice informs the user.
 */
export function abortBatch(ws: Workspace, { id, label }: StoredBatch): void {
  transact(ws.work, () => {
    const count = new BatchStore(ws.work).finish(id, label);
    keepNotice(ws.meta, `group:${id}`, { code: 'group-cut', label, count });
  });
  ws.emit('groups.changed', {});
}

async function queueRows(
  ws: Workspace,
  group: string,
  plan: ChangesetStore,
  rows: readonly StoredRow[],
  stage: Stage,
): Promise<void> {
  const failed = new Map<number, readonly Issue[]>();
  const works = new Map<number, Command>();
  for (const row of rows) {
    const work = await quietly(row, failed, () => withStaged(ws, plan, row, stage));
    if (work !== null) works.set(row.row, work);
  }
  transact(ws.work, () => {
    for (const row of rows) {
      const work = works.get(row.row);
      if (work !== undefined) queueRow(ws, group, plan, row, work, failed);
    }
    // Left-out rows are marked before the cursor advances, because rows before the cursor are not
    // visited again.
    for (const [row, issues] of failed) plan.leaveOut(row, issues);
    new BatchStore(ws.work).advance(group, rows.at(-1)?.row ?? 0);
  });
  refreshDirty(ws);
}

function queueRow(
  ws: Workspace,
  group: string,
  plan: ChangesetStore,
  row: StoredRow,
  work: Command,
  failed: Failed,
): void {
  const queue = () => {
    const kind = work.kind ?? plan.kind;
    doWork(ws, kind, asShown(ws, kind, plan, row, work), [], { group, named: true });
  };
  inSavepoint(ws.work, queue, (fault) => {
    failed.set(row.row, issuesOf(fault));
  });
}

/**
 * Returns the shown record that a row removes; null for other rows.
 *
 * A removal affects the whole record, so all of it must still match the preview.
 */
export function removedBy(ws: Workspace, kind: Kind, { work }: NewRow): JsonObject | null {
  return work?.do === 'remove' ? subjectOf(ws, work.kind ?? kind, work.ref).shown : null;
}

type Before = Pick<FieldChange, 'field' | 'before'>;

/**
 * Returns the values that must be unchanged since the preview.
 *
 * These are the fields that the row changes, or the whole record of a removal. The code by which
 * the record was found is included: after a code change, another record may have that code.
 */
function seenOf(plan: ChangesetStore, resource: Resource, row: StoredRow): readonly Before[] {
  const record = plan.seen(row.row);
  const foundBy = row.work?.do === 'update' ? row.work.foundBy : undefined;
  if (record === null)
    return foundBy === undefined || resource.key === null
      ? row.changes
      : [{ field: resource.key, before: foundBy }, ...row.changes];
  return pathsOf(resource).map(([field]) => ({ field, before: valueAt(resource, record, field) }));
}

/** Returns the row's work; throws when its record changed since the preview. */
function asShown(
  ws: Workspace,
  kind: Kind,
  plan: ChangesetStore,
  row: StoredRow,
  work: Command,
): Command {
  if (work.do === 'create') requireNewName(ws, kind, plan, work);
  if (work.do !== 'update' && work.do !== 'remove') return work;
  const subject = subjectToChange(ws, kind, work.ref);
  requireAsShown(ws, subject, seenOf(plan, subject.resource, row));
  if (work.do === 'remove') return work;
  return withdrawnNow(ws, subject, { ...work, values: notTwice(ws, subject, work.values) });
}

/**
 * Throws when an imported new record has an existing name, in kinds without codes.
 *
 * A sheet that is queued twice would create such records twice. Recreations (`again`) are
 * deduplicated by lineage instead.
 */
function requireNewName(
  ws: Workspace,
  kind: Kind,
  { label }: ChangesetStore,
  { values, again }: Extract<Command, { do: 'create' }>,
): void {
  const resource = resourceOf(kind);
  if (label.code !== 'import' || resource.key !== null || again !== undefined) return;
  const name = plainText(values[resource.title] ?? '');
  const issue = namesakeIssue(ws.cache, resource, name, resource.title);
  if (issue !== null) throw invalid([issue]);
}

/**
 * Throws when a record changed since its preview.
 *
 * A file that was replaced by its service path after the upload does not count as a change.
 */
function requireAsShown(
  ws: Workspace,
  { eid, resource, shown }: Subject,
  seen: readonly Before[],
): void {
  const sent = (value: Json | null) => (eid === null ? value : sentBy(ws, eid, value));
  const issues = seen.flatMap(({ field, before }): Issue[] => {
    const now = valueAt(resource, shown, field);
    if (sameAt(resource, field, sent(before), sent(now))) return [];
    const expected = expecting('asPreviewed', { value: textOf(before) || '–' });
    return [{ place: field, value: textOf(now), ...expected }];
  });
  if (issues.length > 0)
    throw new AppError('state', 'Changed since the preview.', {
      issues,
      why: why('changed-since-preview'),
    });
}

type Stage = ReturnType<typeof stageOnce>;

/** Stages the files that a row names and replaces their names by references. */
async function withStaged(
  ws: Workspace,
  plan: ChangesetStore,
  row: StoredRow,
  stage: Stage,
): Promise<Command | null> {
  const { work, files } = row;
  if (work === null || !('values' in work) || files.length === 0) return work;
  const values: Record<string, Json> = { ...work.values };
  for (const file of files) {
    const { field, path } = file;
    const ref = { $file: await stagedOf(ws, work.kind ?? plan.kind, file, stage) };
    const old = values[field];
    values[field] = Array.isArray(old) ? old.map((each) => (each === path ? ref : each)) : ref;
  }
  return { ...work, values };
}

async function stagedOf(ws: Workspace, kind: Kind, file: RowFile, stage: Stage): Promise<string> {
  const { field, path, source, within, staged, fetched } = file;
  if (staged !== undefined) return staged;
  if (source !== undefined)
    return (await stage({ path: source, kind, place: field, field, within })).file;
  const copy = fetched === true ? await stageOne(ws, kind, field, path) : null;
  if (copy !== null) return copy;
  throw invalid([{ place: field, value: path, ...expecting('copyOfPreview') }]);
}

type Failed = Map<number, readonly Issue[]>;

async function quietly<T>(
  row: StoredRow,
  failed: Failed,
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (thrown) {
    failed.set(row.row, issuesOf(ownFault(thrown)));
    return null;
  }
}

function issuesOf({ details, message }: AppError): readonly Issue[] {
  const { issues, why: reason } = details;
  return issues ?? [{ place: '', value: '', expected: message, why: reason }];
}
