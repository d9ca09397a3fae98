import type { Db } from './database.ts';
import { dropNote, noteOf } from './notes.ts';
import { prepared } from './prepared.ts';
import { ENDED } from './stateSql.ts';

/** Before the id of a group that was being queued when the backup or the copy was made. */
const GROUP = 'group-restored:';

/**
 * Which operations came with a backup that took the place of the work, or with a copy of it from elsewhere, and
 * may have been sent since: whatever becomes of them here, they are looked for before they are sent.
 */
export class RestoredStore {
  readonly #db;
  constructor(db: Db) {
    this.#db = db;
  }

  /** All that is not over came with the backup, and what was being queued then is noted until all of it is. */
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

  /** All of a group is queued: where it came with the backup, it may have been gone on with and sent since. */
  markQueued(group: string): void {
    if (noteOf(this.#db, GROUP + group) === null) return;
    prepared(
      this.#db,
      `INSERT OR IGNORE INTO restored(seq)
         SELECT seq FROM operation WHERE group_id = ? AND state NOT IN ${ENDED}`,
    ).run(group);
    dropNote(this.#db, GROUP + group);
  }

  /** What goes on from an operation that was settled may have been sent since, where that one may. */
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

  /** It was looked for and sent from here, or a person has looked: what happens to it from now on is known here. */
  forget(seq: number): void {
    prepared(this.#db, 'DELETE FROM restored WHERE seq = ?').run(seq);
  }
}
