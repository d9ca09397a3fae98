import { AppError } from '#contract/errors.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';

/** One part of a commit: done in it, and told what came of it once that is on the disk. */
interface Part {
  readonly work: () => () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Commits together what becomes due in one turn of the event loop: while the disk was waited for, the
 * answers of other lanes have come, and they wait for it once, not one after the other.
 */
export class GroupCommit {
  readonly #db;
  #parts: Part[] = [];

  constructor(db: Db) {
    this.#db = db;
  }

  /**
   * Runs work in a transaction and resolves when it is on the disk. An `AppError` undoes that work alone;
   * anything else, a full disk above all, undoes and rejects everything that was committed with it.
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
