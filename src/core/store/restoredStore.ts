import type { Db } from './database.ts';
import { dropNote, noteOf } from './notes.ts';
import { prepared } from './prepared.ts';
import { ENDED } from './stateSql.ts';

/** Prefix of the id of a batch that was being queued when the backup or copy was made. */
const GROUP = 'group-restored:';

/**
 * Stores which operations came from a restored backup or a copied folder.
 *
 * They may have been sent since, so they are looked up before they are sent.
 */
export class RestoredStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  /** Marks all open operations as restored, and notes the batches that were being queued. */
  markOpen(): void {
    prepared(
      this.#db,
      `INSERT OR IGNORE INTO restored(seq) SELECT seq FROM operation WHERE state NOT IN ${ENDED}`,
    ).run();
    prepared(
      this.#db,
      `INSERT OR REPLACE INTO meta(key, value)
         SELECT '${GROUP}' || id, '1' FROM change_group WHERE state = 'queueing'`,
    ).run();
  }

  /**
   * Marks the operations of a restored batch once it is completely queued.
   *
   * After the backup was made, the batch may have been queued further and sent.
   */
  markQueued(group: string): void {
    if (noteOf(this.#db, GROUP + group) === null) return;
    prepared(
      this.#db,
      `INSERT OR IGNORE INTO restored(seq)
         SELECT seq FROM operation WHERE group_id = ? AND state NOT IN ${ENDED}`,
    ).run(group);
    dropNote(this.#db, GROUP + group);
  }

  /** Marks the operations that continue a restored operation as restored too. */
  inherit(from: number, to: readonly number[]): void {
    prepared(
      this.#db,
      `INSERT OR IGNORE INTO restored(seq) SELECT j.value FROM restored r CROSS JOIN json_each(@to) j
         WHERE r.seq = @from`,
    ).run({ from, to: JSON.stringify(to) });
  }

  has(seq: number): boolean {
    return prepared(this.#db, 'SELECT 1 FROM restored WHERE seq = ?').get(seq) !== undefined;
  }

  /**
   * Forgets that an operation was restored.
   *
   * It was looked up and sent from here, or the user has checked it. From now on its requests are
   * known here.
   */
  forget(seq: number): void {
    prepared(this.#db, 'DELETE FROM restored WHERE seq = ?').run(seq);
  }
}
