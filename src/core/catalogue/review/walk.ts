import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { JsonObject } from '#contract/json.ts';
import type { Input, Output } from '#contract/procedures.ts';
import type { CachedRecord } from '#contract/records.ts';
import type { Mark, ReviewItem, ReviewSession, SheetTable, StoredItem } from '#contract/review.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { z } from '#contract/zod.ts';
import { yieldToEventLoop } from '../../platform/yieldToEventLoop.ts';
import { diffRecords } from '../../record/diff.ts';
import { recordIfThere } from '../queries/records.ts';
import { transact } from '../../store/database.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { settledFiles } from './settledFiles.ts';
import { itemsOf } from './sources.ts';
import { ReviewStore } from '../../store/reviewStore.ts';
import type { LastReview } from '../../store/reviewStore.ts';
import { oneNumber } from '../../store/cells.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Stores = Pick<
  ReadStores,
  'work' | 'cache' | 'entities' | 'operations' | 'records' | 'uploads'
>;
const DEFAULT_LIMIT = 200;

/** Returns a page of a review's records with their marks. */
export function reviewItems(stores: Stores, input: Input<'review.items'>): Output<'review.items'> {
  const { session, marks, limit = DEFAULT_LIMIT, offset = 0 } = input;
  const store = new ReviewStore(stores.work);
  const { total, items } = store.items(session, marks, limit, offset);
  return { total, items: items.map((item) => itemOf(stores, item)) };
}

/** Returns an item with the present id and state of its record. */
function itemOf(stores: Stores, item: StoredItem): ReviewItem {
  const record = recordOf(stores, item);
  const id = record?.id ?? item.id;
  const problems = stores.cache
    .prepare(
      `SELECT count(*) FROM problem p JOIN problem_row w ON w.rid = p.rid
       WHERE w.kind = ? AND w.id = ? AND p.hidden = 0`,
    )
    .pluck()
    .get(item.kind, id);
  return { ...item, id, gone: record === null, problems: oneNumber.parse(problems) };
}

/** Returns the present record; null when it is no longer in the catalogue. */
function recordOf(stores: Stores, { kind, id }: StoredItem): CachedRecord | null {
  return recordIfThere(stores, kind, id);
}

/**
 * Returns the record at a place of a review.
 *
 * It comes with the changes since its newest mark.
 */
export function reviewPlaceOf(
  stores: Stores,
  session: string,
  index: number,
): Output<'review.place'> {
  const store = new ReviewStore(stores.work);
  const item = store.item(session, index);
  const record = recordOf(stores, item);
  const last = store.last(item.kind, item.id);
  const { record: _copy, ...note } = last ?? { record: null };
  return {
    ...itemOf(stores, item),
    record,
    last: last === null ? null : lastNote.parse(note),
    changes: changesBetween(stores, item, last, record),
  };
}

const lastNote = z.object({
  at: z.number(),
  mark: z.enum(['approved', 'flagged', 'skipped']),
  comment: z.string(),
  session: z.string(),
});

function changesBetween(
  stores: Stores,
  { kind, id }: StoredItem,
  last: LastReview | null,
  record: CachedRecord | null,
) {
  if (last === null || record === null) return [];
  const resource = resourceOf(kind);
  const eid = stores.entities.byServiceId(kind, id)?.eid ?? id;
  const settled = (state: JsonObject) => settledFiles(stores.uploads, resource, eid, state);
  return [...diffRecords(resource, settled(last.record), settled(record.record))];
}

/** Rows of a sheet that are made before yielding. */
const SLICE = 100;

/**
 * Returns a review as a sheet with one row per record.
 *
 * A row has the mark and the changes since. The function yields to other requests.
 */
export async function reviewTable(stores: Stores, ref: string): Promise<SheetTable> {
  const store = new ReviewStore(stores.work);
  const { session, total } = store.find(ref);
  const rows: TableRow[] = [];
  for (let at = 0; at < total; at += SLICE) {
    const { items } = store.items(session, undefined, SLICE, at);
    for (const item of items) rows.push(tableRow(stores, store, item));
    await yieldToEventLoop();
    requireOpen(stores);
    // Throws when the review was removed in the meantime, as the sheet would be incomplete.
    store.get(session);
  }
  return {
    columns: ['kind', 'id', 'code', 'name', 'mark', 'comment', 'markedAt', 'changed'],
    rows,
  };
}

type TableRow = SheetTable['rows'][number];

function tableRow(stores: Stores, store: ReviewStore, item: StoredItem): TableRow {
  const record = recordOf(stores, item);
  const changed = changesBetween(stores, item, store.last(item.kind, item.id), record);
  const at = item.markedAt === null ? null : new Date(item.markedAt).toISOString();
  const fields = changed.map(({ field }) => field).join(', ');
  const id = record?.id ?? item.id;
  return [item.kind, id, item.key, item.title, item.mark, item.comment, at, fields];
}

function requireOpen({ work, cache }: Stores): void {
  if (work.open && cache.open) return;
  throw new AppError('disconnected', 'The review was closed in the meantime.');
}

/** Starts a review of the records in a source; throws for an empty source. */
export function startReview(ws: Workspace, { name, source }: Input<'review.start'>): ReviewSession {
  const items = itemsOf(ws, source);
  if (items.length === 0)
    throw invalid([{ place: 'source', value: source.from, ...expecting('someRecords') }]);
  const session = ws.platform.random.id();
  const store = new ReviewStore(ws.work);
  transact(ws.work, () => store.insert({ session, name, source }, items, ws.platform.clock.now()));
  return told(ws, store, session);
}

function told(ws: Workspace, store: ReviewStore, session: string): ReviewSession {
  ws.emit('review.changed', { session });
  return store.get(session);
}

/**
 * Marks a record, comments on it, or both.
 *
 * The mark keeps a copy of the present record.
 */
export function markReview(ws: Workspace, input: Input<'review.mark'>): ReviewSession {
  const { session, index, mark, comment } = input;
  const store = new ReviewStore(ws.work);
  const now = ws.platform.clock.now();
  transact(ws.work, () => {
    if (comment !== undefined) store.setComment(session, index, comment);
    if (mark !== undefined) store.setMark(session, index, mark, now);
    const item = store.item(session, index);
    noteMark(ws, store, { item, session, mark, now });
    store.touch(session, placeAfter(store, input), now);
  });
  return told(ws, store, session);
}

/**
 * Returns the position of a review after a mark.
 *
 * It is the marked record, or the next open one with `advance`. A comment alone does not move it,
 * since it may be saved while leaving a record.
 */
function placeAfter(store: ReviewStore, { session, index, mark, advance }: Input<'review.mark'>) {
  if (advance === true) return store.nextOpen(session, index) ?? index;
  return mark === undefined ? store.get(session).position : index;
}

interface Marking {
  readonly item: StoredItem;
  readonly session: string;
  readonly mark: Mark | null | undefined;
  readonly now: number;
}

/** Stores the record as this review left it, for comparison in the next one. */
function noteMark(ws: Workspace, store: ReviewStore, { item, session, mark, now }: Marking): void {
  // A skipped record was not reviewed, so it is compared with its state before this review.
  if (mark === null || mark === 'skipped') return store.takeBack(item, session);
  const { comment } = item;
  if (mark === undefined) return store.keepComment(item, session, comment);
  // A missing record may come back; it is then compared with its last reviewed state.
  const record = recordOf(ws, item)?.record ?? store.copyOf(item, session);
  if (record !== null) store.keepLast(item, { at: now, mark, comment, session, record });
}

/** Moves a review to a place, where it reopens the next time. */
export function moveReview(
  ws: Workspace,
  { session, position }: Input<'review.move'>,
): ReviewSession {
  const store = new ReviewStore(ws.work);
  const { total } = store.get(session);
  const place = Math.min(position, Math.max(0, total - 1));
  transact(ws.work, () => store.touch(session, place, ws.platform.clock.now()));
  return told(ws, store, session);
}

export function renameReview(
  ws: Workspace,
  { session, name }: Input<'review.rename'>,
): ReviewSession {
  const store = new ReviewStore(ws.work);
  transact(ws.work, () => store.rename(session, name));
  return told(ws, store, session);
}

export function removeReview(ws: Workspace, session: string): Record<string, never> {
  transact(ws.work, () => new ReviewStore(ws.work).remove(session));
  ws.emit('review.changed', { session });
  return {};
}
