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
  /** Length and digest of each record, as `Pieces` keeps them; null where the answer was not plain. */
  marks: z.instanceof(Buffer).nullable(),
  run: z.number(),
});
/** What a request was answered with when it was last made. */
export type StoredPage = z.infer<typeof pageRow>;

const KEPT_RUNS = 5;

/** Keeps, in the mirror's own file, how far a pull has come and what its pages looked like. */
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

  /** How far a run has come; one that was stopped is at work again. */
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
   * The newest run of a kind, if it is unfinished, has a cursor and was at work in the last `lately` milliseconds: where
   * the clock was set back since, nobody knows when that was.
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

  /** A page that came again as it was stands for this run as well. */
  repeatPage(kind: Kind, place: string, run: number): void {
    prepared(this.#db, 'UPDATE page SET run = ? WHERE kind = ? AND place = ?').run(
      run,
      kind,
      place,
    );
  }

  /** Forgets the pages that a finished run did not ask for: nobody keeps them in line any more. */
  dropOtherPages(kind: Kind, run: number): void {
    prepared(this.#db, 'DELETE FROM page WHERE kind = ? AND run <> ?').run(kind, run);
  }

  /** The ids that the pages of a run have shown. */
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
   * Records that some kept page may describe as they no longer are, with the run that wrote them:
   * written or taken away outside a pull, or by a later run than the oldest of the pages.
   */
  touched(kind: Kind): ReadonlyMap<string, number> {
    const rows = prepared(
      this.#db,
      `SELECT id, run FROM record WHERE kind = @kind AND (run = ${OUTSIDE_RUN}
         OR run > (SELECT min(run) FROM page WHERE kind = @kind))`,
    ).all({ kind });
    return new Map(touchedRowList.parse(rows).map(({ id, run }) => [id, run]));
  }

  /** A small fact about the mirror. */
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
