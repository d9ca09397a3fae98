import { asAppError, diskFaultOf } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';

/**
 * Does the work of one row or record. Inside a transaction this is a savepoint: what fails half way leaves no trace,
 * and its fault is told of it alone.
 */
export function inSavepoint<T>(db: Db, work: () => T, failed: (fault: AppError) => T): T {
  try {
    return transact(db, work);
  } catch (thrown) {
    return failed(ownFault(thrown));
  }
}

/** What concerns one row alone. A full disk takes the whole transaction back: what came behind it would be queued by itself. */
export function ownFault(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (diskFaultOf(error) !== null || error.code === 'internal') throw error;
  return error;
}
