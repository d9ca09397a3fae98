import { AppError, invalid, why } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import type { GroupLabel } from '#contract/plans/groups.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind, Resource } from '#contract/resources/resource.ts';
import type { Json, JsonObject } from '#contract/json.ts';
import { inSavepoint, ownFault } from '../outbox/batches/inSavepoint.ts';
import { pathsOf, sameAt, valueAt } from '../record/valueChanges.ts';
import type { ValueChange } from '../record/valueChanges.ts';
import { GroupStore } from '../store/batchStore.ts';
import type { StoredGroup } from '../store/batchStore.ts';
import { doWork } from '../outbox/batches/command.ts';
import type { Command } from '../outbox/batches/command.ts';
import { stageFile } from '../files/stage.ts';
import { stageOne } from '../outbox/copyCachedFiles.ts';
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
/** As many rows that were left out as a notice names: nowhere else can they be seen, for the plan goes. */
const NAMED = 50;

/** What came of queueing: the group, or null when nothing was left to queue. */
export interface QueuedPlan {
  readonly group: string | null;
  readonly queued: number;
  /** Ticked rows that could not be queued as they were shown. */
  readonly left: number;
}

/**
 * Queues the ticked rows of a plan as one group. Each piece and the place reached are one transaction,
 * and nothing of the group is sent before all of it is there: a kill anywhere goes on where it was.
 */
export async function queuePlan(
  ws: Workspace,
  plan: ChangesetStore,
  undoes: readonly string[],
  job: ChangesetJob,
): Promise<QueuedPlan> {
  const groups = new GroupStore(ws.work);
  const id = ws.platform.random.id();
  plan.settle();
  const createdAt = ws.platform.clock.now();
  const { label } = plan;
  groups.insert({ id, label, state: 'queueing', plan: plan.id, undoes, createdAt });
  const group = groups.get(id);
  if (group === null) throw new AppError('internal', 'a group vanished while it was made');
  return goOnQueueing(ws, group, plan, job);
}

/** Goes on with a group of which a part is in the outbox already. */
export async function goOnQueueing(
  ws: Workspace,
  group: StoredGroup,
  plan: ChangesetStore,
  job: ChangesetJob,
  /** Told with the group's end, in one transaction: its plan goes, and nobody looks at it again. */
  tellLeft: (count: number) => void = () => undefined,
): Promise<QueuedPlan> {
  const groups = new GroupStore(ws.work);
  const { ticked } = plan.counts();
  let { cursor } = group;
  let seen = 0;
  for (;;) {
    if (job.stopped)
      return { group: group.id, queued: groups.count(group.id), left: plan.leftOut() };
    const rows = plan.tickedAfter(cursor, CHUNK);
    const last = rows.at(-1);
    if (last === undefined) break;
    await queueRows(ws, group.id, plan, rows);
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

/** What several groups are named by is counted when it is known which of them were taken back. */
function labelOf({ label, undoes }: StoredGroup, count: number): GroupLabel {
  const { of } = label;
  return undoes.length < 2 || of === undefined ? label : { ...label, of: { ...of, count } };
}

/**
 * Goes on with a group that nobody waits for: a person is told afterwards what was left out of it, or that its plan
 * could not be read to its end.
 */
export async function goOnAlone(
  ws: Workspace,
  group: StoredGroup,
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
  { id, label }: StoredGroup,
  plan: ChangesetStore,
  count: number,
): void {
  const rows = plan.firstLeftOut(NAMED).map(({ row, key, title, issues }) => {
    const name = key ?? title;
    return { name: name === '' ? String(row) : name, issues };
  });
  keepNotice(ws.meta, `group:${id}`, { code: 'group-left', label, count, rows });
}

/** Ends a group whose plan is gone or damaged: what is in the outbox is all there will be, and a person is told. */
export function abortBatch(ws: Workspace, { id, label }: StoredGroup): void {
  transact(ws.work, () => {
    const count = new GroupStore(ws.work).finish(id, label);
    keepNotice(ws.meta, `group:${id}`, { code: 'group-cut', label, count });
  });
  ws.emit('groups.changed', {});
}

async function queueRows(
  ws: Workspace,
  group: string,
  plan: ChangesetStore,
  rows: readonly StoredRow[],
): Promise<void> {
  const failed = new Map<number, readonly Issue[]>();
  const works = new Map<number, Command>();
  for (const row of rows) {
    const work = await quietly(row, failed, () => withStaged(ws, plan, row));
    if (work !== null) works.set(row.row, work);
  }
  transact(ws.work, () => {
    for (const row of rows) {
      const work = works.get(row.row);
      if (work !== undefined) queueRow(ws, group, plan, row, work, failed);
    }
    // Behind the place reached nobody looks again: what is left out is noted before.
    for (const [row, issues] of failed) plan.leaveOut(row, issues);
    new GroupStore(ws.work).advance(group, rows.at(-1)?.row ?? 0);
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

/** A record that a row removes, as it is shown now: all of it goes, so all of it must be as the preview knew it. */
export function removedBy(ws: Workspace, kind: Kind, { work }: NewRow): JsonObject | null {
  return work?.do === 'remove' ? subjectOf(ws, work.kind ?? kind, work.ref).shown : null;
}

type Before = Pick<ValueChange, 'field' | 'before'>;

/**
 * What must still stand: in the fields that a row changes, or in the whole record. The code by which it was found as
 * well: under another one it is not what the row speaks of, which may have that code by now.
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

/** The work of a row whose record still is as the preview showed it. */
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

/** A sheet queued twice would make everything of a kind without codes twice; what is made anew is known otherwise. */
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
 * Nothing is written that was not seen: a record that changed since its preview is left alone. That a file of it was
 * sent is no change.
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
    const expected = `${textOf(before) || '–'}, as the preview showed`;
    return [{ place: field, value: textOf(now), expected }];
  });
  if (issues.length > 0)
    throw new AppError('state', 'It changed since the preview.', {
      issues,
      why: why('changed-since-preview'),
    });
}

/** Takes copies of the files that a row names and puts them in the place of their names. */
async function withStaged(
  ws: Workspace,
  plan: ChangesetStore,
  row: StoredRow,
): Promise<Command | null> {
  const { work, files } = row;
  if (work === null || !('values' in work) || files.length === 0) return work;
  const values: Record<string, Json> = { ...work.values };
  for (const file of files) {
    const { field, path } = file;
    const ref = { $file: await stagedOf(ws, work.kind ?? plan.kind, file) };
    const old = values[field];
    values[field] = Array.isArray(old) ? old.map((each) => (each === path ? ref : each)) : ref;
  }
  return { ...work, values };
}

async function stagedOf(ws: Workspace, kind: Kind, file: RowFile): Promise<string> {
  const { field, path, source, within, staged, fetched } = file;
  if (staged !== undefined) return staged;
  if (source !== undefined)
    return (await stageFile(ws, { path: source, kind, place: field, within })).file;
  const copy = fetched === true ? await stageOne(ws, kind, field, path) : null;
  if (copy !== null) return copy;
  throw invalid([{ place: field, value: path, expected: 'the copy that was here at the preview' }]);
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
