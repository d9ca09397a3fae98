import { asAppError } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Fix, ProblemRef } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { readValue } from '#contract/values.ts';
import type { GroupLabel } from '#contract/plans/groups.ts';
import { refreshDirty } from '../store/view.ts';
import { GroupStore } from '../groups/groupStore.ts';
import { doWork } from '../groups/work.ts';
import { listOf } from '../outbox/overlay.ts';
import { transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace.ts';
import { StoredFiles } from './fileKnowledge.ts';
import type { FileKnowledge, FilePlaces } from './fileKnowledge.ts';
import { fixOf } from './fixes.ts';
import { HiddenStore } from './hiddenStore.ts';
import { ProblemStore } from './problemStore.ts';
import { findProblems } from './readProblems.ts';
import type { ListedProblem } from './readProblems.ts';

/** The mends of the problems that match, as they would be queued. */
export function previewFixes(
  places: FilePlaces,
  { filter, limit = 1_000 }: Input<'problems.fixes'>,
): Output<'problems.fixes'> {
  const { rows } = findProblems(places.cache, { ...filter, fixable: true, limit });
  const files = new StoredFiles(places);
  return { fixes: rows.flatMap((row) => previewOf(places.cache, row, files) ?? []) };
}

function previewOf(cache: Db, row: ListedProblem, files: FileKnowledge): Fix | null {
  const found = valuesFor(cache, row, files);
  if (found === null) return null;
  const { kind, id, rule, field, key, title } = row;
  const resource = resourceOf(kind);
  const changes = Object.entries(found.values).map(([name, after]) => {
    const spec = resource.fields[name];
    const old = spec === undefined ? undefined : readValue(name, spec, found.record);
    const before = spec?.type === 'files' ? listOf(old) : (old ?? null);
    return { field: name, before, after };
  });
  return { kind, id, rule, field, key, title, changes };
}

function valuesFor(
  cache: Db,
  { kind, rid, rule, field, params }: ListedProblem,
  files: FileKnowledge,
): { readonly record: JsonObject; readonly values: JsonObject } | null {
  const source = new ProblemStore(cache).source(kind, rid);
  if (source === null) return null;
  const record = parseDoc(source.doc);
  const values = fixOf({ resource: resourceOf(kind), record }, { rule, field, params }, files);
  return values === null ? null : { record, values };
}

/** Queues the mends of the named problems as one group; each that cannot be queued is told alone. */
export function fixProblems(
  ws: Workspace,
  { problems, name = '' }: Input<'problems.fix'>,
): Output<'problems.fix'> {
  const group = ws.platform.random.id();
  const files = new StoredFiles({ ...ws, disk: ws.platform.disk });
  const skipped: Output<'problems.fix'>['skipped'] = [];
  let queued = 0;
  const groups = new GroupStore(ws.work);
  const label: GroupLabel = {
    code: 'fix',
    kind: problems[0]?.kind ?? 'fittings',
    count: problems.length,
    params: name === '' ? {} : { record: name },
  };
  const createdAt = ws.platform.clock.now();
  groups.insert({ id: group, label, state: 'queued', plan: null, undoes: null, createdAt });
  for (const problem of problems) {
    const row = findOne(ws.cache, problem);
    const found = row === null ? null : valuesFor(ws.cache, row, files);
    if (row === null) skipped.push({ ...problem, why: 'gone', text: '' });
    else if (found === null) skipped.push({ ...problem, why: 'no-fix', text: '' });
    else
      try {
        const work = { do: 'update', ref: problem.id, values: found.values } as const;
        const { operation } = transact(ws.work, () =>
          doWork(ws, problem.kind, work, [], { group, named: true }),
        );
        queued += operation === null ? 0 : 1;
      } catch (thrown) {
        const error = asAppError(thrown);
        if (error.code === 'disk-full' || error.code === 'damaged') throw error;
        skipped.push({ ...problem, why: 'refused', text: error.message });
      }
  }
  groups.finish(group, label);
  refreshDirty(ws);
  ws.emit('groups.changed', {});
  return { group, queued, skipped };
}

function findOne(cache: Db, { kind, id, rule, field }: ProblemRef): ListedProblem | null {
  const filter = { rules: [rule], record: { kind, id }, limit: 1_000 };
  const shown = findProblems(cache, filter).rows;
  const all = shown.length > 0 ? shown : findProblems(cache, { ...filter, hidden: true }).rows;
  return all.find((row) => row.field === field) ?? null;
}

/** Hides problems until the value at fault changes. The reason is kept with the work. */
export function hideProblems(
  ws: Workspace,
  { problems, reason }: Input<'problems.hide'>,
): { hidden: number } {
  const store = new HiddenStore(ws.work);
  const at = ws.platform.clock.now();
  const rows = problems.flatMap((problem) => findOne(ws.cache, problem) ?? []);
  transact(ws.work, () => {
    for (const row of rows) store.hide(row, { mark: row.mark, reason, at });
  });
  flagRows(ws, rows, true);
  return { hidden: rows.length };
}

export function showProblems(
  ws: Workspace,
  { problems }: Input<'problems.show'>,
): { shown: number } {
  const store = new HiddenStore(ws.work);
  const rows = problems.flatMap((problem) => findOne(ws.cache, problem) ?? []);
  transact(ws.work, () => {
    for (const problem of problems) store.show(problem);
  });
  flagRows(ws, rows, false);
  return { shown: rows.length };
}

function flagRows(ws: Workspace, rows: readonly ListedProblem[], hidden: boolean): void {
  const flag = ws.cache.prepare(
    'UPDATE problem SET hidden = ? WHERE rid = ? AND rule = ? AND field = ?',
  );
  transact(ws.cache, () => {
    for (const { rid, rule, field } of rows) flag.run(hidden ? 1 : 0, rid, rule, field);
  });
  ws.emit('problems.changed', { checking: null });
}

/** Makes the flags of the list agree with what the person hid; a kill may have come between the two. */
export function agreeOnHidden(ws: Workspace): void {
  const store = new HiddenStore(ws.work);
  const { rows } = findProblems(ws.cache, { hidden: true, limit: 100_000 });
  const wrong = rows.filter((row) => store.get(row)?.mark !== row.mark);
  const missed = store.all().flatMap((ref) => {
    const row = findOne(ws.cache, ref);
    return row !== null && store.get(ref)?.mark === row.mark ? [row] : [];
  });
  if (wrong.length > 0) flagRows(ws, wrong, false);
  if (missed.length > 0) flagRows(ws, missed, true);
}
