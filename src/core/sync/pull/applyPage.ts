import { z } from '#contract/zod.ts';
import type { ListedRecord } from '../../service/types.ts';
import { transact } from '../../store/database.ts';
import type { Outcome } from '../../store/recordStore.ts';
import { writeRow } from '../../outbox/projection.ts';
import { breathe, takenNow } from './kindPull.ts';
import type { KindPull } from './kindPull.ts';
import type { ReadPage } from './request.ts';
import { placeOf } from './windows.ts';
import { prepared } from '../../store/prepared.ts';

/** Small enough that an edit made meanwhile waits only a moment. */
const CHUNK = 200;

/**
 * Writes one page into the mirror, a chunk at a time.
 *
 * Returns the ids of the records that differ from the mirror. The cursor moves in the transaction
 * of the last chunk.
 */
export async function applyPage(
  pull: KindPull,
  page: ReadPage,
  cursor: string,
): Promise<ReadonlySet<string>> {
  const changed = new Set<string>();
  let skipped = 0;
  for (let at = 0; at === 0 || at < page.items.length; at += CHUNK) {
    await breathe(pull);
    const isLast = at + CHUNK >= page.items.length;
    const before = changed.size;
    transact(pull.ws.cache, () => {
      const chunk = page.items.slice(at, at + CHUNK);
      const current = chunk.filter((record) => !isOutdated(pull, record, page.askedAt));
      skipped += chunk.length - current.length;
      applyChunk(pull, current, changed);
      if (isLast) keepPage(pull, page, skipped, cursor);
    });
    // Reported before other work runs: between two chunks a pull may be stopped and a change may be
    // sent.
    if (changed.size === before) continue;
    pull.progress.change();
  }
  pull.progress.tell('pull', pull.seen.size, page.total);
  return changed;
}

/**
 * Returns whether a listed record is older than a write of ours.
 *
 * The write was acknowledged after the page was requested, or a lagging replica returned the
 * version before a recent write.
 */
function isOutdated(
  { ws, options, kind, stood }: KindPull,
  record: ListedRecord,
  askedAt: number,
): boolean {
  if (options.acknowledgedSince(kind, record.id, askedAt)) return true;
  // `text` is decoded from the bytes only on access.
  const before = stood.get(record.id);
  if (before?.has(record.text) === true) return true;
  // Records sent since the pull began are not in `stood`; they are looked up one at a time.
  const isLate = options.lately.has(kind, record.id);
  return isLate && ws.activity.matchesPastRecord(kind, record.id, record.text);
}

/**
 * Stores the page and the cursor.
 *
 * The digest is kept only if every entry was usable and became a record of the mirror.
 */
function keepPage(pull: KindPull, page: ReadPage, skipped: number, cursor: string): void {
  const { kind, run, store, ws } = pull;
  const place = placeOf(page.window);
  const isWhole = skipped === 0 && page.odd.length === 0 && isInLine(pull, page);
  const digest = isWhole ? page.digest : '';
  const marks = page.pieces?.marks ?? null;
  if (page.unchanged && isWhole) store.repeatPage(kind, place, run);
  else store.putPage(kind, place, { ...page, digest, marks, ids: [...page.ids], run });
  store.saveCursor(run, cursor, ws.platform.clock.now());
}

/**
 * Returns false when a page that was read meanwhile changed a record that this page kept as
 * unchanged.
 */
function isInLine({ changes }: KindPull, { ids, items }: ReadPage): boolean {
  if (changes.size === 0) return true;
  const read = new Set(items.map(({ id }) => id));
  return ids.every((id) => !changes.has(id) || read.has(id));
}

function applyChunk(pull: KindPull, records: readonly ListedRecord[], changed: Set<string>): void {
  if (records.length === 0) return;
  const { ws, options, kind, run, changes, loading } = pull;
  const now = takenNow(pull);
  const outcomes = loading
    ? ws.records.load(kind, records, run, now)
    : ws.records.apply(kind, records, run, now);
  const entities = entitiesOf(pull, records);
  if (outcomes.some(({ applied }) => applied !== 'unchanged')) options.lately.noteShown(kind, now);
  for (const [index, record] of records.entries()) {
    const outcome = outcomes[index];
    if (outcome === undefined || outcome.applied === 'unchanged') continue;
    changed.add(record.id);
    if (changes.get(record.id) !== 'added') changes.set(record.id, outcome.applied);
    putRow(pull, record, outcome, entities.get(record.id));
  }
}

const entityRows = z.array(z.object({ id: z.string(), eid: z.string() }));

/** Returns the local ids of those records that have local operations or had some. */
function entitiesOf({ ws, kind }: KindPull, records: readonly ListedRecord[]): Map<string, string> {
  const any = prepared(ws.work, 'SELECT 1 FROM entity WHERE kind = ? LIMIT 1');
  if (any.get(kind) === undefined) return new Map();
  const rows = prepared(
    ws.work,
    `SELECT e.service_id AS id, e.eid FROM json_each(?) j
       CROSS JOIN entity e ON e.kind = ? AND e.service_id = j.value`,
  ).all(JSON.stringify(records.map(({ id }) => id)), kind);
  return new Map(entityRows.parse(rows).map(({ id, eid }) => [id, eid]));
}

function putRow(
  { ws, kind, loading }: KindPull,
  listed: ListedRecord,
  { rid }: Outcome,
  eid: string | undefined,
): void {
  const { id } = listed;
  const operations = eid === undefined ? [] : ws.operations.openOf(eid);
  if (operations.length > 0) return writeRow(ws, kind, { rid, id, doc: listed.text }, operations);
  const row = { ...listed.row, rid, id, pending: null, merged: null };
  if (loading) ws.rows.load(kind, row);
  else ws.rows.put(kind, row);
}
