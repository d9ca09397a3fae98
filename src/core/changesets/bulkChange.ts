import { addDecimals, addPercent, parseDecimal, roundDecimal, signOf } from '#contract/decimal.ts';
import { AppError, asAppError } from '#contract/errors.ts';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Json } from '#contract/json.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import type { BulkChange, Selection } from '#contract/changesets/changeset.ts';
import type { Field } from '#contract/resources/field.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { valueAt } from '../record/fieldPaths.ts';
import { learnedResource } from '../store/learnedResource.ts';
import { wholeQuery } from '../store/matches.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { rowDoubts } from './doubts.ts';
import type { ChangesetJob } from './job.ts';
import type { NewRow, ChangesetStore } from './changesetStore.ts';
import { changedField } from './readBulk.ts';
import { previewUpdate, subjectOf, textOf } from './subject.ts';
import type { Subject } from './subject.ts';
import { texts } from '../store/cells.ts';

/** Returns the ids of a selection in the order of its list. */
export function selectedIds(ws: Workspace, kind: Kind, selection: Selection): readonly string[] {
  if ('ids' in selection) return [...new Set(selection.ids)];
  if ('operations' in selection) return recordsOf(ws, kind, selection.operations);
  const sql = wholeQuery(ws.cache, { ...selection.query, kind }, 'l.id');
  const ids = texts.parse(
    ws.cache
      .prepare(sql.page)
      .pluck()
      .all(...sql.values),
  );
  const except = new Set(selection.except);
  return except.size === 0 ? ids : ids.filter((id) => !except.has(id));
}

/** Returns the records of open operations; others are left out. */
function recordsOf(ws: Workspace, kind: Kind, operations: readonly string[]): readonly string[] {
  const ids = operations.flatMap((id) => {
    const operation = ws.operations.get(id);
    const entity = operation === null ? null : ws.entities.get(operation.eid);
    if (entity === null || entity.kind !== kind) return [];
    return [entity.serviceId ?? entity.eid];
  });
  return [...new Set(ids)];
}

/**
 * Returns the label of a bulk change; its count is set later.
 *
 * The number of changed records is not known yet.
 */
export function bulkLabel(kind: Kind, change: BulkChange): GroupLabel {
  const { code, field } = change;
  const params = { field, ...paramsOf(change) };
  return { code, kind, count: 0, params };
}

function paramsOf(change: BulkChange): Record<string, string> {
  switch (change.code) {
    case 'set':
      return { value: textOf(change.value) };
    case 'clear':
      return {};
    case 'replace':
      return { find: change.find, with: change.with };
    case 'add':
      return { amount: change.amount, ...roundOf(change) };
    case 'percent':
      return { percent: change.percent, ...roundOf(change) };
    default:
      throw new AppError('internal', 'no such change');
  }
}

function roundOf({ round }: { round?: { to: string } | undefined }): Record<string, string> {
  return round === undefined ? {} : { round: round.to };
}

const CHUNK = 100;

/**
 * Fills a changeset with the effect of a bulk change on each record.
 *
 * `change` must have been read by `readBulk`.
 */
export async function planBulk(
  ws: Workspace,
  plan: ChangesetStore,
  ids: readonly string[],
  change: BulkChange,
  job: ChangesetJob,
): Promise<void> {
  const field = changedField(learnedResource(ws, plan.kind), change, true);
  for (let at = 0; at < ids.length && !job.stopped; at += CHUNK) {
    const rows = ids
      .slice(at, at + CHUNK)
      .map((id, index) =>
        rowOf(ws, plan.kind, id, at + index + 1, (subject) => valueOf(subject, field, change)),
      );
    plan.addAll(rows);
    await job.pause(at + rows.length, (at + rows.length) / ids.length);
  }
}

/** The values that a change gives one record, or the reasons for none. */
export interface Wanted {
  readonly values: Readonly<Record<string, Json>>;
  readonly issues: readonly Issue[];
  /** The user chose the amount of the change, so it needs no warning about its size. */
  readonly isChosen?: boolean;
}

/** Returns the changeset row of one existing record. */
export function rowOf(
  ws: Workspace,
  kind: Kind,
  id: string,
  row: number,
  wantedOf: (subject: Subject) => Wanted,
): NewRow {
  const nothing = { row, action: 'update' as const, files: [], changes: [], work: null };
  let subject: Subject;
  try {
    subject = subjectOf(ws, kind, id);
  } catch (thrown) {
    const expected = asAppError(thrown).message;
    const issues = [{ place: '', value: id, expected }];
    return { ...nothing, outcome: 'error', ref: id, key: null, title: id, issues };
  }
  const { ref, key, title } = subject;
  if (subject.leaving) {
    const issues = [{ place: '', value: 'queued to be removed', ...expecting('noRemoval') }];
    return { ...nothing, outcome: 'error', ref, key, title, issues };
  }
  const wanted = wantedOf(subject);
  const preview = previewUpdate(subject, wanted.values);
  const issues = [...wanted.issues, ...preview.issues, ...preview.locked];
  const changes = [...preview.changes];
  const outcome = changes.length > 0 ? 'changed' : issues.length > 0 ? 'error' : 'same';
  const work = changes.length > 0 ? { do: 'update' as const, ref, values: preview.values } : null;
  const made = { ...nothing, outcome, ref, key, title, changes, issues, work } as const;
  const { facts } = ws;
  const about = { facts, purpose: 'update', isChosen: wanted.isChosen === true } as const;
  return { ...made, ...rowDoubts(subject.resource, changes, about) };
}

function valueOf(subject: Subject, field: Field, change: BulkChange): Wanted {
  const before = valueAt(subject.resource, subject.shown, change.field);
  const give = (value: Json): Wanted => ({ values: { [change.field]: value }, issues: [] });
  if (change.code === 'set') return give(change.value);
  if (change.code === 'clear') return before === null ? NOTHING : give('');
  if (change.code === 'replace')
    return typeof before === 'string' ? give(replaced(before, change)) : NOTHING;
  return priced(change, field, before);
}

const NOTHING: Wanted = { values: {}, issues: [] };

function replaced(text: string, change: Extract<BulkChange, { code: 'replace' }>): string {
  const { find, matchCase = false, wholeValue = false } = change;
  const literal = find.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
  const pattern = wholeValue ? `^${literal}$` : literal;
  return text.replace(new RegExp(pattern, matchCase ? 'g' : 'gi'), () => change.with);
}

function priced(
  change: Extract<BulkChange, { code: 'add' | 'percent' }>,
  field: Field,
  before: Json | null,
): Wanted {
  const fault = (value: Json | null, code: 'number' | 'notNegative'): Wanted => ({
    values: {},
    issues: [{ place: change.field, value: textOf(value), ...expecting(code) }],
  });
  const old = before === null ? null : parseDecimal(textOf(before));
  if (old === null) return before === null || before === '' ? NOTHING : fault(before, 'number');
  const exact =
    change.code === 'add' ? addDecimals(old, change.amount) : addPercent(old, change.percent);
  const value = change.round === undefined ? exact : roundDecimal(exact, change.round.to);
  if (signOf(value) < 0) return fault(value, 'notNegative');
  return {
    values: { [change.field]: field.type === 'number' ? Number(value) : value },
    issues: [],
    isChosen: true,
  };
}
