import { asAppError, diskFaultOf } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';

/**
 * Runs the work of one row or record in a savepoint.
 *
 * A failure rolls back only this row and is reported for this row alone.
 */
export function inSavepoint<T>(db: Db, work: () => T, failed: (fault: AppError) => T): T {
  try {
    return transact(db, work);
  } catch (thrown) {
    return failed(ownFault(thrown));
  }
}

/**
 * Returns an error that concerns one row alone; throws any other error.
 *
 * A full disk rolls back the whole transaction. Rows that follow would be committed one by one.
 */
export function ownFault(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (diskFaultOf(error) !== null || error.code === 'internal') throw error;
  return error;
}
