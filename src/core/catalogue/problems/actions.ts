import { isDeepStrictEqual } from 'node:util';
import { asAppError, diskFaultOf } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Fix, ProblemRef, ShownFix } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { readValue } from '#contract/values.ts';
import type { GroupLabel } from '#contract/plans/groups.ts';
import { runInBatch } from '../../outbox/batches/runInBatch.ts';
import { doWork } from '../../outbox/batches/command.ts';
import { listOf } from '../../record/overlay.ts';
import { getRecord, recordIfThere } from '../queries/records.ts';
import { transact } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { StoredFiles } from '../../files/fileKnowledge.ts';
import type { FileKnowledge, FilePlaces } from '../../files/fileKnowledge.ts';
import { fixOf } from './fixes.ts';
import { HiddenStore } from '../../store/hiddenStore.ts';
import { idsOf } from '../../store/idsOf.ts';
import { ProblemStore } from './problemStore.ts';
import type { FoundProblem } from './problemStore.ts';
import { findProblems } from './readProblems.ts';
import type { ListedProblem } from './readProblems.ts';

type FixPlaces = FilePlaces & Parameters<typeof recordIfThere>[0];

/** The mends of the problems that match, as they would be queued. */
export function previewFixes(
  places: FixPlaces,
  { filter, limit = 1_000 }: Input<'problems.fixes'>,
): Output<'problems.fixes'> {
  const { rows } = findProblems(places.cache, { ...filter, fixable: true, limit });
  const files = new StoredFiles(places);
  return { fixes: rows.flatMap((row) => previewOf(places, row, files) ?? []) };
}

function previewOf(places: FixPlaces, row: ListedProblem, files: FileKnowledge): Fix | null {
  const { kind, id, rule, field, key, title } = row;
  const record = recordNow(places, kind, id);
  const values = record === null ? null : valuesFor(record, row, files);
  if (record === null || values === null) return null;
  return { kind, id, rule, field, key, title, changes: changesOf(kind, record, values) };
}

/** A record as queueing would find it, also where the lists are behind; null when it is gone by now. */
function recordNow(places: FixPlaces, kind: Kind, id: string): JsonObject | null {
  return recordIfThere(places, kind, id)?.record ?? null;
}

/** What a mend does to a record, as a person is shown it. */
function changesOf(kind: Kind, record: JsonObject, values: JsonObject): ShownFix['changes'] {
  const resource = resourceOf(kind);
  return Object.entries(values).map(([name, after]) => {
    const spec = resource.fields[name];
    const old = spec === undefined ? undefined : readValue(name, spec, record);
    const before = spec?.type === 'files' ? listOf(old) : (old ?? null);
    return { field: name, before, after };
  });
}

type Place = Pick<FoundProblem, 'kind' | 'rule' | 'field'>;

function valuesFor(record: JsonObject, place: Place, files: FileKnowledge): JsonObject | null {
  return fixOf({ resource: resourceOf(place.kind), record }, place, files);
}

type Skipped = Output<'problems.fix'>['skipped'][number];

/** Queues the mends as they were shown, as one group, all or none; what cannot be mended so is told. */
export function fixProblems(
  ws: Workspace,
  { fixes, name = '' }: Input<'problems.fix'>,
): Output<'problems.fix'> {
  const label: GroupLabel = {
    code: 'fix',
    kind: fixes[0]?.kind ?? 'fittings',
    count: fixes.length,
    params: name === '' ? {} : { record: name },
  };
  const skipped: Skipped[] = [];
  const { group, result: queued } = runInBatch(ws, label, (own) => {
    const mend = mender(ws, own);
    return fixes.filter((fix) => {
      const done = mend(fix);
      if (typeof done === 'object') skipped.push(done);
      return done === 'queued';
    }).length;
  });
  return { group: queued === 0 ? null : group, queued, skipped };
}

/** Mends one problem inside the group's transaction; what is refused leaves no trace in it. */
function mender(ws: Workspace, group: string) {
  const store = new ProblemStore(ws.cache);
  const files = new StoredFiles({ ...ws, disk: ws.platform.disk });
  return ({ changes, ...problem }: ShownFix): 'queued' | 'same' | Skipped => {
    const place = findNow(ws, store, problem);
    if (place === null) return { ...problem, why: 'gone', text: '' };
    try {
      // The row of the lists may be behind what was queued, also by this group: a list made of it would drop that.
      const { record } = getRecord(ws, problem.kind, place.id);
      const values = valuesFor(record, place, files);
      if (values === null) return { ...problem, why: 'no-fix', text: '' };
      // Nothing is queued that was not seen: a pull, or an edit, may have changed what the mend is made of.
      if (!isDeepStrictEqual(changesOf(problem.kind, record, values), changes))
        return { ...problem, why: 'changed', text: '' };
      const work = { do: 'update', ref: place.id, values } as const;
      const { operation } = transact(ws.work, () =>
        doWork(ws, problem.kind, work, [], { group, named: true }),
      );
      return operation === null ? 'same' : 'queued';
    } catch (thrown) {
      const error = asAppError(thrown);
      if (diskFaultOf(error) !== null) throw error;
      return { ...problem, why: 'refused', text: error.message, error: error.toData() };
    }
  };
}

/** Hides problems until the value at fault changes. The reason is kept with the work. */
export function hideProblems(
  ws: Workspace,
  { problems, reason }: Input<'problems.hide'>,
): { hidden: number } {
  const store = new HiddenStore(ws.work);
  const at = ws.platform.clock.now();
  const rows = findAll(ws, problems);
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
  const rows = findAll(ws, problems);
  transact(ws.work, () => {
    for (const problem of problems) store.show(problem);
  });
  flagRows(ws, rows, false);
  return { shown: rows.length };
}

function findAll(ws: Workspace, problems: readonly ProblemRef[]): readonly FoundProblem[] {
  const store = new ProblemStore(ws.cache);
  return problems.flatMap((problem) => findNow(ws, store, problem) ?? []);
}

/** The problem under the id that its record has by now: it may have been sent since somebody named it. */
function findNow(
  { work }: Pick<Workspace, 'work'>,
  store: ProblemStore,
  problem: ProblemRef,
): FoundProblem | null {
  const found = store.find(problem);
  if (found !== null) return found;
  const ids = idsOf(work, problem.kind, problem.id);
  return ids.flatMap((id) => store.find({ ...problem, id }) ?? [])[0] ?? null;
}

type Row = Pick<FoundProblem, 'rid' | 'rule' | 'field'>;

function flagRows(ws: Workspace, rows: readonly Row[], hidden: boolean): void {
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
  const wrong: Row[] = [];
  for (const row of new ProblemStore(ws.cache).hidden())
    if (store.get(row)?.mark !== row.mark) wrong.push(row);
  const missed = findAll(ws, store.all()).filter((row) => store.get(row)?.mark === row.mark);
  if (wrong.length > 0) flagRows(ws, wrong, false);
  if (missed.length > 0) flagRows(ws, missed, true);
}
