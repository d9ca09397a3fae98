import { AppError } from '#contract/errors.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';

/**
 * One part of a commit: `work` runs in the transaction and returns the callback for after the
 * commit.
 */
interface Part {
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Merges the transactions of one turn of the event loop into one commit.
 *
 * While one commit waits for the disk, answers of other records arrive. They then share one fsync
 * instead of waiting for one each.
 */
export class GroupCommit {
  readonly #db;
  #parts: Part[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Runs work in a transaction and resolves when it is on disk.
   *
   * An `AppError` rolls back that work alone. Any other error, such as a full disk, rolls back and
   * rejects everything in the same commit.
   */
  commit<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      const part = () => {
        try {
          const result = transact(this.#db, work);
          return () => resolve(result);
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          return () => reject(error);
        }
      };
      this.#parts.push({ work: part, fail: reject });
      if (this.#parts.length === 1) setImmediate(() => this.#commit());
    });
  }

  #commit(): void {
    const parts = this.#parts;
    this.#parts = [];
    try {
      const told = transact(this.#db, () => parts.map(({ work }) => work()));
      for (const tell of told) tell();
    } catch (error) {
      for (const { fail } of parts) fail(error);
    }
  }
}
