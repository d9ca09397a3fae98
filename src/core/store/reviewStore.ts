import { AppError } from '#contract/errors.ts';
import { jsonObject } from '#contract/json.ts';
import type { JsonObject } from '#contract/json.ts';
import { markSchema, reviewSession, reviewSource, storedItem } from '#contract/review.ts';
import type { Mark, ReviewSession, ReviewSource, StoredItem } from '#contract/review.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { IDS_OF } from './idsOf.ts';
import { prepared } from './prepared.ts';
import { jsonText, maybeNumber, oneNumber } from './cells.ts';

const storedItemList = storedItem.array();

const parsed = z.string().transform((text): unknown => JSON.parse(text));
const sessionRow = z
  .object({ source: parsed.pipe(reviewSource) })
  .loose()
  .pipe(reviewSession);
const sessionRowList = sessionRow.array();
const lastReview = z.object({
  at: z.number(),
  mark: markSchema,
  comment: z.string(),
  session: z.string(),
  record: jsonObject,
});
/** The newest mark of a record in any review, with the record at that time. */
export type LastReview = z.infer<typeof lastReview>;
/** An older mark; without a copy if the record equals that of the next newer mark. */
const earlier = lastReview.partial({ record: true });
const reviewedRow = lastReview.extend({
  record: jsonText(jsonObject),
  // Marks older than the second are nested in it, so that a program that knows only two marks still
  // reads them.
  previous: jsonText(lastReview.extend({ before: earlier.array().default([]) })).nullable(),
});
const reviewedRowList = reviewedRow.array();

/** A record to review, with its code and title at the start of the review. */
export interface NewItem {
  readonly kind: Kind;
  readonly id: string;
  readonly key: string | null;
  readonly title: string;
}

const REVIEWED = `
  SELECT at, mark, comment, session, record, previous FROM reviewed
  WHERE kind = @kind AND id IN (${IDS_OF}) ORDER BY at DESC`;
/** A record with marks, under any of its ids. */
type Reviewed = Pick<NewItem, 'kind' | 'id'>;

const SESSION = `
  SELECT r.session, r.name, r.source, r.position, r.created_at AS createdAt, r.updated_at AS updatedAt,
    count(i.place) AS total, coalesce(sum(i.mark = 'approved'), 0) AS approved,
    coalesce(sum(i.mark = 'flagged'), 0) AS flagged, coalesce(sum(i.mark = 'skipped'), 0) AS skipped
  FROM review r LEFT JOIN review_item i ON i.session = r.session`;
const ITEM = `
  SELECT place AS "index", kind, id, key, title, mark, comment, marked_at AS markedAt FROM review_item`;

/**
 * Stores reviews: their records, positions and marks. Call writing methods inside a transaction.
 */
export class ReviewStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  list(): ReviewSession[] {
    const rows = this.#db.prepare(`${SESSION} GROUP BY r.session ORDER BY r.updated_at DESC`).all();
    return sessionRowList.parse(rows);
  }

  get(session: string): ReviewSession {
    const row = this.#db.prepare(`${SESSION} WHERE r.session = ? GROUP BY r.session`).get(session);
    if (row === undefined)
      throw new AppError('not-found', `No review here has the id ${JSON.stringify(session)}.`);
    return sessionRow.parse(row);
  }

  /** Returns the review with an id, or with a name that only one review has. */
  find(ref: string): ReviewSession {
    const all = this.list();
    const exact = all.find(({ session }) => session === ref);
    const named = all.filter(({ name }) => name === ref);
    if (exact !== undefined) return exact;
    if (named[0] !== undefined && named.length === 1) return named[0];
    if (named.length > 1)
      throw new AppError(
        'ambiguous',
        `${named.length} reviews are called ${JSON.stringify(ref)}: give an id.`,
      );
    throw new AppError('not-found', `No review here is called ${JSON.stringify(ref)}.`);
  }

  insert(
    head: { session: string; name: string; source: ReviewSource },
    items: readonly NewItem[],
    now: number,
  ): void {
    this.#db
      .prepare(
        'INSERT INTO review(session, name, source, position, created_at, updated_at) VALUES (?, ?, ?, 0, ?, ?)',
      )
      .run(head.session, head.name, JSON.stringify(head.source), now, now);
    this.#db
      .prepare(
        `INSERT INTO review_item(session, place, kind, id, key, title)
         SELECT ?, j.key, j.value ->> '$.kind', j.value ->> '$.id', j.value ->> '$.key', j.value ->> '$.title'
         FROM json_each(?) j`,
      )
      .run(head.session, JSON.stringify(items));
  }

  items(
    session: string,
    marks: readonly string[] | undefined,
    limit: number,
    offset: number,
  ): { total: number; items: StoredItem[] } {
    const values = { session, marks: marks === undefined ? null : JSON.stringify(marks) };
    const where = `WHERE session = @session AND
      (@marks IS NULL OR coalesce(mark, 'none') IN (SELECT value FROM json_each(@marks)))`;
    const total = this.#db.prepare(`SELECT count(*) FROM review_item ${where}`).pluck().get(values);
    const rows = this.#db
      .prepare(`${ITEM} ${where} ORDER BY place LIMIT @limit OFFSET @offset`)
      .all({ ...values, limit, offset });
    return { total: oneNumber.parse(total), items: storedItemList.parse(rows) };
  }

  item(session: string, index: number): StoredItem {
    const row = this.#db.prepare(`${ITEM} WHERE session = ? AND place = ?`).get(session, index);
    if (row === undefined)
      throw new AppError('not-found', `This review has no record at place ${index + 1}.`);
    return storedItem.parse(row);
  }

  /**
   * Returns the next place without a mark, after the given one and then from the start.
   *
   * Null if every record has a mark.
   */
  nextOpen(session: string, after: number): number | null {
    const row = this.#db
      .prepare(
        `SELECT place FROM review_item WHERE session = ? AND mark IS NULL
         ORDER BY place <= ?, place LIMIT 1`,
      )
      .pluck()
      .get(session, after);
    return maybeNumber.parse(row) ?? null;
  }

  setMark(session: string, index: number, mark: Mark | null, now: number): void {
    this.#db
      .prepare('UPDATE review_item SET mark = ?, marked_at = ? WHERE session = ? AND place = ?')
      .run(mark, mark === null ? null : now, session, index);
  }

  setComment(session: string, index: number, comment: string): void {
    this.#db
      .prepare('UPDATE review_item SET comment = ? WHERE session = ? AND place = ?')
      .run(comment, session, index);
  }

  touch(session: string, position: number, now: number): void {
    this.#db
      .prepare('UPDATE review SET position = ?, updated_at = ? WHERE session = ?')
      .run(position, now, session);
  }

  rename(session: string, name: string): void {
    this.#db.prepare('UPDATE review SET name = ? WHERE session = ?').run(name, session);
  }

  remove(session: string): void {
    this.#db.prepare('DELETE FROM review WHERE session = ?').run(session);
  }

  last(kind: Kind, id: string): LastReview | null {
    return this.#reviewed({ kind, id })[0] ?? null;
  }

  /**
   * Returns the copy of a record that a review stored with its mark.
   *
   * Without such a mark, returns the copy of the newest mark.
   */
  copyOf(record: Reviewed, session: string): JsonObject | null {
    const notes = this.#reviewed(record);
    return (notes.find((each) => each.session === session) ?? notes[0])?.record ?? null;
  }

  /** Stores a mark as the newest of its record; keeps the marks of other reviews behind it. */
  keepLast(record: Reviewed, last: LastReview): void {
    const others = this.#reviewed(record).filter(({ session }) => session !== last.session);
    this.#setReviewed(record, [last, ...others]);
  }

  /** Removes the mark that a review gave a record; the previous mark is valid again. */
  takeBack(record: Reviewed, session: string): void {
    const before = this.#reviewed(record);
    const others = before.filter((each) => each.session !== session);
    if (others.length < before.length) this.#setReviewed(record, others);
  }

  /** Adds a later comment to the mark of a review. */
  keepComment(record: Reviewed, session: string, comment: string): void {
    const before = this.#reviewed(record);
    const after = before.map((each) => (each.session === session ? { ...each, comment } : each));
    if (before.some((each) => each.session === session)) this.#setReviewed(record, after);
  }

  /** Returns the marks of a record, newest first, one for each review. */
  #reviewed({ kind, id }: Reviewed): readonly LastReview[] {
    const rows = prepared(this.#db, REVIEWED).all({ kind, id });
    return reviewedRowList.parse(rows).flatMap(({ previous, ...row }) => {
      if (previous === null) return [row];
      const { before, ...second } = previous;
      return [row, second, ...withCopies(second.record, before)];
    });
  }

  #setReviewed({ kind, id }: Reviewed, [last, ...others]: readonly LastReview[]): void {
    this.#db
      .prepare(`DELETE FROM reviewed WHERE kind = @kind AND id IN (${IDS_OF})`)
      .run({ kind, id });
    if (last === undefined) return;
    const { at, mark, comment, session, record } = last;
    this.#db
      .prepare(
        `INSERT INTO reviewed(kind, id, at, mark, comment, session, record, previous)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(kind, id, at, mark, comment, session, JSON.stringify(record), behind(others));
  }
}

/**
 * Returns the stored form of all marks but the newest.
 *
 * A copy is left out if it equals that of the next newer mark, which most do.
 */
function behind([second, ...more]: readonly LastReview[]): string | null {
  if (second === undefined) return null;
  let front = JSON.stringify(second.record);
  const before = more.map((each) => {
    const copy = JSON.stringify(each.record);
    const { record: _same, ...bare } = each;
    const kept = copy === front ? bare : each;
    front = copy;
    return kept;
  });
  return JSON.stringify(before.length === 0 ? second : { ...second, before });
}

function withCopies(record: JsonObject, notes: readonly z.infer<typeof earlier>[]): LastReview[] {
  let front = record;
  return notes.map((each) => {
    front = each.record ?? front;
    return { ...each, record: front };
  });
}
