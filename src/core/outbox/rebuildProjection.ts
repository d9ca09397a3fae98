import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { KINDS } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { kindIndexes, oweIndexes, tablesOf } from '../store/cacheSchema.ts';
import { transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { firstRows } from '../store/firstRows.ts';
import { prepared } from '../store/prepared.ts';
import { noteRebuilt, rebuiltUpTo } from '../store/projectionSchema.ts';
import { loadRow } from './projection.ts';

/** Records whose rows are derived in one step, which limits how long an edit waits. */
const STEP = 1_000;

const source = z.object({ rid: z.number(), id: z.string(), doc: z.string(), hasRow: z.number() });

/** Returns the records of one step by ascending number, without those missing on the service. */
function nextRecords(ws: Workspace, kind: Kind, after: number) {
  const { rows } = tablesOf(kind);
  return firstRows(
    prepared(
      ws.cache,
      `SELECT r.rid, r.id, r.doc, EXISTS (SELECT 1 FROM ${rows} l WHERE l.rid = r.rid OR l.id = r.id) AS hasRow
         FROM record r WHERE r.kind = ? AND r.rid > ? AND r.missing_since IS NULL
         ORDER BY r.rid LIMIT ${STEP}`,
    ).iterate(kind, after),
    (row) => source.parse(row),
    ({ doc }) => doc.length,
  );
}

/** Derives the next rows of one kind; builds its indexes after the last. */
function rebuildKind(ws: Workspace, kind: Kind, after: number): void {
  transact(ws.cache, () => {
    const { first: records, isCut } = nextRecords(ws, kind, after);
    // An existing row was written since, with the pending operations of its record.
    for (const record of records) if (record.hasRow === 0) loadRow(ws, kind, record);
    const last = records.at(-1);
    if (last !== undefined && (isCut || records.length === STEP))
      return noteRebuilt(ws.cache, kind, last.rid);
    for (const statement of kindIndexes(resourceOf(kind))) ws.cache.exec(statement);
    oweIndexes(ws.cache, kind, false);
    noteRebuilt(ws.cache, kind, null);
  });
}

/**
 * Derives the next list rows after an update changed their layout, and announces them.
 *
 * Returns whether more rows are left. After a kill, the rebuild continues where it stopped.
 */
export function rebuildNext(ws: Workspace): boolean {
  for (const kind of KINDS) {
    const after = rebuiltUpTo(ws.cache, kind);
    if (after === null) continue;
    rebuildKind(ws, kind, after);
    ws.emit('records.changed', { kind });
    return true;
  }
  return false;
}

/**
 * Mirrors whose rebuild is complete. A rebuild starts only when a mirror is opened, so its notes
 * are not read again.
 */
const complete = new WeakSet<Db>();

/** Completes the rebuild, for a caller that must find every record in the lists. */
export function finishRebuild(ws: Workspace): void {
  if (complete.has(ws.cache)) return;
  while (rebuildNext(ws));
  complete.add(ws.cache);
}
