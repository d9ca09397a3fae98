import type { Db } from './database.ts';
import { prepared } from './prepared.ts';
import { ENDED } from './stateSql.ts';

/**
 * Which operations came with a backup that took the place of the work, or with a copy of it from elsewhere, and
 * may have been sent since: whatever becomes of them here, they are looked for before they are sent.
 */
export class RestoredStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  /** All that is not over came with the backup. */
  markOpen(): void {
    prepared(
      this.#db,
      `INSERT OR IGNORE INTO restored(seq) SELECT seq FROM operation WHERE state NOT IN ${ENDED}`,
    ).run();
  }

  has(seq: number): boolean {
    return prepared(this.#db, 'SELECT 1 FROM restored WHERE seq = ?').get(seq) !== undefined;
  }

  /** It was looked for and sent from here, or a person has looked: what happens to it from now on is known here. */
  forget(seq: number): void {
    prepared(this.#db, 'DELETE FROM restored WHERE seq = ?').run(seq);
  }
}
