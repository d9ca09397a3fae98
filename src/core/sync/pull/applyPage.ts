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

/** Small enough that an edit made meanwhile waits for no more than a moment. */
const CHUNK = 200;

/**
 * Writes one page into the mirror, a chunk at a time; the cursor is moved with the last one. Gives the
 * ids of the records that differ from what the mirror held.
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
    // Before others go on: a pull may be stopped, and a change be sent, between two chunks.
    if (changed.size === before) continue;
    pull.progress.change();
  }
  pull.progress.tell('pull', pull.seen.size, page.total);
  return changed;
}

/** Sent since the page was asked for, or shown by a copy that does not know yet what was sent a moment ago. */
function isOutdated(
  { ws, options, kind, stood }: KindPull,
  record: ListedRecord,
  askedAt: number,
): boolean {
  if (options.acknowledgedSince(kind, record.id, askedAt)) return true;
  // Its text is made of its bytes when it is asked for.
  const before = stood.get(record.id);
  if (before?.has(record.text) === true) return true;
  // What was sent since the pull began is asked for by itself.
  const isLate = options.lately.has(kind, record.id);
  return isLate && ws.activity.matchesPastRecord(kind, record.id, record.text);
}

/** A page stands for its records only if every entry was usable and became a record of the mirror. */
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

/** Between a question and its answer another page may have shown one of its records otherwise. */
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

/** Local ids of those records that have a local history. */
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
