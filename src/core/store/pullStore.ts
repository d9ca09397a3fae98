import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { OUTSIDE_RUN } from './recordStore.ts';
import { prepared } from './prepared.ts';
import { texts } from './cells.ts';
import { dropNote, noteOf, setNote } from './notes.ts';

/** `running` also stands for a run that was killed. */
export type RunState = 'running' | 'complete' | 'stopped';

const runRow = z.object({ run: z.number(), cursor: z.string(), startedAt: z.number() });
export type StoredRun = z.infer<typeof runRow>;

const pageRow = z.object({
  digest: z.string(),
  total: z.number().nullable(),
  ids: z.string().transform((text): string[] => texts.parse(JSON.parse(text))),
  /**
   * Length and digest of each record, in the form of `Pieces`; null if the response was no plain
   * list.
   */
  marks: z.instanceof(Buffer).nullable(),
  run: z.number(),
});
/** The last response to the request of a page. */
export type StoredPage = z.infer<typeof pageRow>;

const KEPT_RUNS = 5;

/** Stores the progress of pulls and the content of their pages, in the mirror. */
export class PullStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  startRun(kind: Kind, now: number): number {
    const { lastInsertRowid } = prepared(
      this.#db,
      "INSERT INTO pull_run(kind, state, cursor, started_at, updated_at) VALUES (?, 'running', '', ?, ?)",
    ).run(kind, now, now);
    prepared(
      this.#db,
      `DELETE FROM pull_run WHERE kind = @kind AND run NOT IN
         (SELECT run FROM pull_run WHERE kind = @kind ORDER BY run DESC LIMIT ${KEPT_RUNS})`,
    ).run({ kind });
    return Number(lastInsertRowid);
  }

  /** Stores the progress of a run, which is running again if it was stopped. */
  saveCursor(run: number, cursor: string, now: number): void {
    prepared(
      this.#db,
      "UPDATE pull_run SET state = 'running', cursor = ?, updated_at = ? WHERE run = ?",
    ).run(cursor, now, run);
  }

  finishRun(run: number, state: RunState, now: number): void {
    prepared(this.#db, 'UPDATE pull_run SET state = ?, updated_at = ? WHERE run = ?').run(
      state,
      now,
      run,
    );
  }

  /**
   * Returns the newest run of a kind if it can be continued; null otherwise.
   *
   * It must be unfinished, have a cursor, and have worked in the last `lately` milliseconds. A time
   * later than now means that the clock was set back, so the age is unknown.
   */
  unfinished(kind: Kind, now: number, lately: number): StoredRun | null {
    const row = prepared(
      this.#db,
      `SELECT run, cursor, started_at AS startedAt FROM pull_run
         WHERE run = (SELECT max(run) FROM pull_run WHERE kind = ?)
           AND state <> 'complete' AND cursor <> '' AND updated_at BETWEEN ? AND ?`,
    ).get(kind, now - lately, now);
    return row === undefined ? null : runRow.parse(row);
  }

  page(kind: Kind, place: string): StoredPage | null {
    const row = prepared(
      this.#db,
      'SELECT digest, total, ids, marks, run FROM page WHERE kind = ? AND place = ?',
    ).get(kind, place);
    return row === undefined ? null : pageRow.parse(row);
  }

  putPage(kind: Kind, place: string, page: StoredPage): void {
    prepared(
      this.#db,
      'INSERT OR REPLACE INTO page(kind, place, digest, total, ids, marks, run) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ).run(kind, place, page.digest, page.total, JSON.stringify(page.ids), page.marks, page.run);
  }

  /** Assigns an unchanged page to the current run. */
  repeatPage(kind: Kind, place: string, run: number): void {
    prepared(this.#db, 'UPDATE page SET run = ? WHERE kind = ? AND place = ?').run(
      run,
      kind,
      place,
    );
  }

  /** Deletes the pages that a finished run did not request, because they are no longer updated. */
  dropOtherPages(kind: Kind, run: number): void {
    prepared(this.#db, 'DELETE FROM page WHERE kind = ? AND run <> ?').run(kind, run);
  }

  /** Returns the ids on the pages of a run. */
  idsOfRun(kind: Kind, run: number): readonly string[] {
    const rows = prepared(
      this.#db,
      'SELECT j.value FROM page p, json_each(p.ids) j WHERE p.kind = ? AND p.run = ?',
    )
      .pluck()
      .all(kind, run);
    return texts.parse(rows);
  }

  /**
   * Returns records that a kept page may describe wrongly, with the run that wrote them.
   *
   * They were written or removed outside a pull, or by a run later than the oldest page.
   */
  touched(kind: Kind): ReadonlyMap<string, number> {
    const rows = prepared(
      this.#db,
      `SELECT id, run FROM record WHERE kind = @kind AND (run = ${OUTSIDE_RUN}
         OR run > (SELECT min(run) FROM page WHERE kind = @kind))`,
    ).all({ kind });
    return new Map(touchedRowList.parse(rows).map(({ id, run }) => [id, run]));
  }

  /** Returns a small fact about the mirror; null if there is none. */
  note(key: string): string | null {
    return noteOf(this.#db, key);
  }

  setNote(key: string, value: string): void {
    setNote(this.#db, key, value);
  }

  dropNote(key: string): void {
    dropNote(this.#db, key);
  }
}

const touchedRow = z.object({ id: z.string(), run: z.number() });
const touchedRowList = touchedRow.array();
