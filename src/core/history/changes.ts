import { own } from '#contract/json.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { kindSchema, resourceOf } from '#contract/resources/registry.ts';
import { sameValue } from '#contract/values.ts';
import { z } from '#contract/zod.ts';
import { nameOf } from '../outbox/draft.ts';
import { layParts } from '../record/overlay.ts';
import { patchSchema } from '../record/patch.ts';
import type { Patch } from '../record/patch.ts';
import { IS_NOT_OWN, ORIGIN } from '../store/changeOrigin.ts';
import { tablesOf } from '../store/cacheSchema.ts';
import { transact } from '../store/database.ts';
import { OUTSIDE_RUN, parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { changesOf, diffRecords } from '../record/diff.ts';
import type { FieldChange } from '../record/diff.ts';
import { jsonText, texts } from '../store/cells.ts';
import { firstRows } from '../store/firstRows.ts';
import { noteOf, setNote } from '../store/notes.ts';
import {
  changedAfterAll,
  discardedCreations,
  isDoneHere,
  isMadeAfterAll,
  isRemovedHere,
} from './ownChanges.ts';

const KEPT_MS = 90 * 86_400_000;
const KEPT_ROWS = 200_000;
const CHUNK = 200;

const runRow = z.object({
  run: z.number(),
  kind: kindSchema,
  startedAt: z.number(),
  at: z.number(),
  /** The end of the run when it was last logged: it was stopped then, and has continued since. */
  notedAt: z.number().nullable(),
});
const runRowList = runRow.array();
const changeRow = z.object({
  number: z.number(),
  kind: kindSchema,
  id: z.string(),
  run: z.number(),
  at: z.number(),
  change: z.enum(['added', 'changed', 'removed']),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const patchList = z.array(jsonText(patchSchema));
const changeRowList = changeRow.array();
type ChangeRow = z.infer<typeof changeRow>;

/**
 * Records the changes of finished pulls; returns the number of pulls.
 *
 * Added records are found by the run number, deleted ones by time, both in bulk. A first load fills
 * the catalogue and does not count as a change.
 */
export function noteRuns(ws: Workspace): number {
  const { cache } = ws;
  const fresh = runRowList.parse(
    cache
      .prepare(
        `SELECT p.run, p.kind, p.started_at AS startedAt, p.updated_at AS at, l.at AS notedAt
           FROM pull_run p LEFT JOIN pull_log l ON l.run = p.run
           WHERE (l.run IS NULL OR l.at <> p.updated_at)
             AND (state <> 'running' OR p.run < (SELECT max(run) FROM pull_run n WHERE n.kind = p.kind))
           ORDER BY p.run`,
      )
      .all(),
  );
  if (fresh.length === 0) return 0;
  transact(cache, () => {
    const firstWhole = (kind: Kind) => {
      const key = `changes:from:${kind}`;
      const whole = noteOf(cache, `whole:${kind}`);
      if (noteOf(cache, key) === null && whole !== null) setNote(cache, key, whole);
      return Number(noteOf(cache, key) ?? Infinity);
    };
    const from = Object.fromEntries(KINDS.map((kind) => [kind, firstWhole(kind)]));
    for (const run of fresh) {
      const isFirst = run.run <= (from[run.kind] ?? Infinity);
      if (!isFirst) {
        noteAdded(cache, run);
        holdOwn(ws, run);
      }
      noteLog(cache, run, isFirst);
    }
  });
  return fresh.length;
}

type Cache = Workspace['cache'];
type RunRow = z.infer<typeof runRow>;

function noteAdded(cache: Cache, { run, kind, startedAt, notedAt }: RunRow): void {
  cache
    .prepare(
      `INSERT INTO record_change(kind, id, run, at, change, settled)
       SELECT r.kind, r.id, r.run, r.seen_at, 'added', 1 FROM record r
       WHERE r.kind = @kind AND r.run = @run AND r.seen_at >= @since AND NOT EXISTS
         (SELECT 1 FROM record_change c WHERE c.kind = r.kind AND c.id = r.id AND c.at >= @startedAt
           AND c.${IS_NOT_OWN})`,
    )
    .run({ run, kind, startedAt, since: notedAt ?? startedAt });
  cache
    .prepare(
      `UPDATE record_change SET run = @run WHERE kind = @kind AND change = 'removed'
         AND run = ${OUTSIDE_RUN} AND at >= @startedAt AND ${IS_NOT_OWN}`,
    )
    .run({ run, kind, startedAt });
}

/**
 * Reopens added records that may be our own creation: they have the key or name of a creation that
 * may have arrived.
 */
function holdOwn(ws: Workspace, { run, kind }: RunRow): void {
  const names = [...openCreations(ws, kind), ...discardedCreations(ws, kind)];
  if (names.length === 0) return;
  const title = resourceOf(kind).title;
  ws.cache
    .prepare(
      `UPDATE record_change SET settled = 0 WHERE run = @run AND change = 'added' AND id IN
         (SELECT id FROM ${tablesOf(kind).rows}
          WHERE coalesce(key, fields ->> '$.${title}') IN (SELECT value FROM json_each(@names)))`,
    )
    .run({ run, names: JSON.stringify(names) });
}

/** Returns the keys, or without a key the names, of creations that may have reached the service. */
function openCreations({ work }: Pick<Workspace, 'work'>, kind: Kind): string[] {
  const rows = work
    .prepare(
      `SELECT coalesce(e.key, e.title) FROM operation o JOIN entity e ON e.eid = o.eid
       WHERE e.kind = ? AND o.action = 'create' AND (o.state IN ('sending', 'unknown')
         OR o.state = 'refused' AND o.reason ->> '$.code' IN ('twin', 'gave-up'))`,
    )
    .pluck()
    .all(kind);
  return texts.parse(rows);
}

function noteLog(cache: Cache, run: RunRow, isFirst: boolean): void {
  cache
    .prepare(
      `INSERT OR REPLACE INTO pull_log SELECT @run, @kind, @startedAt, @at, @first,
         coalesce(sum(change = 'added'), 0), coalesce(sum(change = 'changed'), 0),
         coalesce(sum(change = 'removed'), 0),
         EXISTS (SELECT 1 FROM pull_run p WHERE p.run = @run AND p.state = 'complete')
       FROM record_change WHERE kind = @kind AND run = @run
         AND settled NOT IN (${ORIGIN.own}, ${ORIGIN.ownPart})`,
    )
    .run({ ...run, first: isFirst ? 1 : 0 });
}

/**
 * Decides which changes are own and which are by others; returns the number of changes decided.
 *
 * Own changes are own writes as they were read back, and fields that the service sets itself.
 */
export function settleChanges(ws: Workspace): number {
  const open = JSON.stringify(openRecords(ws));
  const { first: found } = firstRows(
    ws.cache.prepare(UNSETTLED).iterate({ open }),
    (row) => changeRow.parse(row),
    ({ before, after }) => (before?.length ?? 0) + (after?.length ?? 0),
  );
  const held = changeRowList.parse(ws.cache.prepare(HELD).all());
  const names = namesOnTheirWay(ws, held);
  const rows = [...found, ...held.filter((row) => !mayBeOwn(ws, row, names))];
  if (rows.length === 0) return 0;
  transact(ws.cache, () => {
    const settle = ws.cache.prepare('UPDATE record_change SET settled = ? WHERE number = ?');
    const recount = ws.cache.prepare(
      `UPDATE pull_log SET added = added - (@change = 'added'), changed = changed - (@change = 'changed'),
         removed = removed - (@change = 'removed') WHERE run = @run`,
    );
    for (const row of rows) {
      const origin = originOf(ws, row);
      settle.run(origin === null ? ORIGIN.ownPart : ORIGIN[origin], row.number);
      if (origin === null) addOthersPart(ws, row);
      // Own changes are kept too: their earlier state marks the end of a change by others.
      if (origin === 'own') recount.run({ change: row.change, run: row.run });
    }
  });
  return rows.length;
}

/** The state after a change is the state before the next one, or the current one of the mirror. */
const STATES = `
  SELECT c.number, c.kind, c.id, c.run, c.at, c.change, c.before,
    coalesce((SELECT n.before FROM record_change n WHERE n.kind = c.kind AND n.id = c.id
       AND n.number > c.number AND n.before IS NOT NULL ORDER BY n.number LIMIT 1), r.doc) AS after
  FROM record_change c LEFT JOIN record r ON r.kind = c.kind AND r.id = c.id
  WHERE c.settled = 0 AND`;
const UNSETTLED = `${STATES} NOT (c.change = 'added' AND c.before IS NULL)
  AND json_array(c.kind, c.id) NOT IN (SELECT value FROM json_each(@open))
  ORDER BY c.number LIMIT ${CHUNK}`;
/** Few rows: at most one for each creation that may have arrived. */
const HELD = `${STATES} c.change = 'added' AND c.before IS NULL`;

/**
 * Returns the records with an update or deletion of unknown outcome: the author of their changes is
 * not known yet.
 */
function openRecords({ work }: Pick<Workspace, 'work'>): string[] {
  const rows = work
    .prepare(
      `SELECT DISTINCT json_array(e.kind, e.service_id) FROM operation o JOIN entity e ON e.eid = o.eid
       WHERE o.state IN ('sending', 'unknown') AND e.service_id IS NOT NULL`,
    )
    .pluck()
    .all();
  return texts.parse(rows);
}

type Names = ReadonlyMap<Kind, ReadonlySet<string>>;

/** Read once for all rows: after a restored backup there are as many names as rows. */
function namesOnTheirWay(ws: Workspace, rows: readonly ChangeRow[]): Names {
  const kinds = new Set(rows.map(({ kind }) => kind));
  return new Map([...kinds].map((kind) => [kind, new Set(openCreations(ws, kind))]));
}

/** Returns whether an added record may result from a creation of unknown outcome. */
function mayBeOwn(ws: Workspace, { kind, id, after }: ChangeRow, names: Names): boolean {
  if (after === null || isDoneHere(ws, kind, id, 'create')) return false;
  const { key, title } = nameOf(resourceOf(kind), parseDoc(after));
  return names.get(kind)?.has(key ?? title) === true;
}

/** Returns the author of a change; null where it is partly own and can be split. */
function originOf(ws: Workspace, row: ChangeRow): 'others' | 'own' | null {
  const { kind, before, after, change } = row;
  if (change === 'removed') return isRemovedHere(ws, row) ? 'own' : 'others';
  if (before === null && isMadeHere(ws, row)) return 'own';
  if (change === 'added' || before === null || after === null) return 'others';
  const found = diffRecords(resourceOf(kind), parseDoc(before), parseDoc(after));
  const own = ownOf(ws, row, found);
  if (own.length === found.length) return 'own';
  return own.length > 0 && isLast(ws, row) ? null : 'others';
}

function ownOf(
  ws: Workspace,
  row: ChangeRow,
  found: readonly FieldChange[],
): readonly FieldChange[] {
  const sent = sentChanges(ws, row);
  return found.filter((each) => sent.some((one) => isSame(row.kind, each, one)));
}

/**
 * Returns whether no later change of the record exists: only then can a part be added after this
 * one.
 */
function isLast({ cache }: Workspace, { number, kind, id }: ChangeRow): boolean {
  const later = cache.prepare(
    'SELECT 1 FROM record_change WHERE kind = ? AND id = ? AND number > ? LIMIT 1',
  );
  return later.get(kind, id, number) === undefined;
}

/** Records the part by others of a partly own change, as made after the own part. */
function addOthersPart(ws: Workspace, row: ChangeRow): void {
  const { kind, id, run, at, before, after } = row;
  if (before === null || after === null) return;
  const resource = resourceOf(kind);
  const [old, now] = [parseDoc(before), parseDoc(after)];
  const state = new Map(Object.entries(old));
  for (const { field } of ownOf(ws, row, diffRecords(resource, old, now)))
    for (const name of [field, ...(resource.fields[field]?.readAs ?? [])]) {
      const value = own(now, name);
      if (value === undefined) state.delete(name);
      else state.set(name, value);
    }
  ws.cache
    .prepare(
      `INSERT INTO record_change(kind, id, run, at, change, before, settled)
       VALUES (?, ?, ?, ?, 'changed', ?, ${ORIGIN.othersPart})`,
    )
    .run(kind, id, run, at, JSON.stringify(Object.fromEntries(state)));
}

function isMadeHere(ws: Workspace, { kind, id, at, after }: ChangeRow): boolean {
  if (isDoneHere(ws, kind, id, 'create')) return true;
  return after !== null && isMadeAfterAll(ws, { kind, id, at, doc: parseDoc(after) });
}

function isSame(kind: Kind, a: FieldChange, b: FieldChange): boolean {
  const field = resourceOf(kind).fields[a.field];
  if (a.field !== b.field || field === undefined) return false;
  // A file is sent as a staged copy and read back as the path that the service gave it.
  if (field.type === 'file' || field.type === 'files') return true;
  // Of a field with parts only the changed parts are sent.
  const sent = b.after === null ? null : layParts(field, a.before ?? undefined, b.after);
  return sameValue(field, a.after, sent);
}

/**
 * Returns the changes that this workstation sent.
 *
 * These are writes that were read back, writes in flight when a pull read the record, and discarded
 * changes that arrived anyway.
 */
function sentChanges(ws: Workspace, row: ChangeRow): readonly FieldChange[] {
  const { kind, id, run, at } = row;
  const entity = ws.entities.byServiceId(kind, id);
  if (entity === null) return [];
  const sent =
    run === OUTSIDE_RUN
      ? ws.operations.recentOf(entity.eid).map(({ patch }) => patch)
      : underWayAt(ws, entity.eid, at);
  return [...sent, ...changedAfterAll(ws, row)].flatMap((patch) =>
    changesOf(resourceOf(kind), {}, patch),
  );
}

/**
 * Returns the patches that were in flight at a time.
 *
 * `sent_at` also covers a clock that was set back since. Operations finished before that time do
 * not count: another user may set the same value later.
 */
function underWayAt({ work }: Pick<Workspace, 'work'>, eid: string, at: number): readonly Patch[] {
  const rows = work
    .prepare(
      `SELECT patch FROM operation o WHERE eid = @eid AND updated_at >= @at
         AND EXISTS (SELECT 1 FROM attempt t WHERE t.seq = o.seq
           AND min(t.started_at, coalesce(o.sent_at, t.started_at)) <= @at)`,
    )
    .pluck()
    .all({ eid, at });
  return patchList.parse(rows);
}

/** Deletes changes older than the retention period. */
export function forgetOldChanges({ cache, platform }: Workspace): void {
  const oldest = platform.clock.now() - KEPT_MS;
  transact(cache, () => {
    cache
      .prepare(
        `DELETE FROM record_change WHERE at < ? OR number <=
           (SELECT max(number) FROM record_change) - ${KEPT_ROWS}`,
      )
      .run(oldest);
    // A log entry whose run still exists would be created again.
    cache
      .prepare('DELETE FROM pull_log WHERE at < ? AND run NOT IN (SELECT run FROM pull_run)')
      .run(oldest);
  });
}
