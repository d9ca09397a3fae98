import { changesOf, diffValues } from '../../record/diff.ts';
import { isDeepStrictEqual } from 'node:util';
import { asAppError, diskFaultOf } from '#contract/errors.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Fix, ProblemRef, ShownFix } from '#contract/problems.ts';
import type { Input, Output } from '#contract/procedures.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import { runInBatch } from '../../outbox/batches/runInBatch.ts';
import { doWork } from '../../outbox/batches/command.ts';
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

/** Returns the fixes of the matching problems, as they would be queued. */
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
  return { kind, id, rule, field, key, title, changes: changesOfFix(kind, record, values) };
}

/**
 * Returns a record as queueing finds it; null when it is gone.
 *
 * The lists may lag behind the outbox.
 */
function recordNow(places: FixPlaces, kind: Kind, id: string): JsonObject | null {
  return recordIfThere(places, kind, id)?.record ?? null;
}

/** Returns the changes of a fix as the user sees them. */
function changesOfFix(kind: Kind, record: JsonObject, values: JsonObject): ShownFix['changes'] {
  const resource = resourceOf(kind);
  return [...changesOf(resource, record, diffValues(resource, record, values))];
}

type ProblemPlace = Pick<FoundProblem, 'kind' | 'rule' | 'field'>;

function valuesFor(
  record: JsonObject,
  place: ProblemPlace,
  files: FileKnowledge,
): JsonObject | null {
  return fixOf({ resource: resourceOf(place.kind), record }, place, files);
}

type Skipped = Output<'problems.fix'>['skipped'][number];

/**
 * Queues the shown fixes as one batch, in one transaction.
 *
 * Problems that cannot be fixed as shown are returned as skipped.
 */
export function fixProblems(
  ws: Workspace,
  { fixes, name = '' }: Input<'problems.fix'>,
): Output<'problems.fix'> {
  const label: GroupLabel = {
    code: 'fix',
    kind: fixes[0]?.kind ?? KINDS[0],
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

/**
 * Returns a function that fixes one problem inside the batch's transaction.
 *
 * A refused fix is rolled back.
 */
function mender(ws: Workspace, group: string) {
  const store = new ProblemStore(ws.cache);
  const files = new StoredFiles({ ...ws, disk: ws.platform.disk });
  return ({ changes, ...problem }: ShownFix): 'queued' | 'same' | Skipped => {
    const place = findNow(ws, store, problem);
    if (place === null) return { ...problem, why: 'gone', text: '' };
    try {
      // The list row may lack changes queued by this batch. A list value made from it would drop
      // them.
      const { record } = getRecord(ws, problem.kind, place.id);
      const values = valuesFor(record, place, files);
      if (values === null) return { ...problem, why: 'no-fix', text: '' };
      // Only shown changes are queued: a pull or an edit may have changed the record since.
      if (!isDeepStrictEqual(changesOfFix(problem.kind, record, values), changes))
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

/**
 * Hides problems until the value at fault changes.
 *
 * The reason is stored in `work.db`.
 */
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

/**
 * Returns the problem under the present id of its record.
 *
 * A record that was sent in the meantime has a new id.
 */
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

/**
 * Sets the flags of the list to the hidden problems in `work.db`.
 *
 * An exit between the two writes leaves them different.
 */
export function agreeOnHidden(ws: Workspace): void {
  const store = new HiddenStore(ws.work);
  const wrong: Row[] = [];
  for (const row of new ProblemStore(ws.cache).hidden())
    if (store.get(row)?.mark !== row.mark) wrong.push(row);
  const missed = findAll(ws, store.all()).filter((row) => store.get(row)?.mark === row.mark);
  if (wrong.length > 0) flagRows(ws, wrong, false);
  if (missed.length > 0) flagRows(ws, missed, true);
}
