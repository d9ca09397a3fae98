import { asAppError } from '#contract/errors.ts';
import type { AppError, ErrorCode } from '#contract/errors.ts';
import { transact } from '../../store/database.ts';
import type { Db } from '../../store/database.ts';

/**
 * Error codes that concern one item of several. Any other error stops the whole action: a full or
 * failing disk has rolled back the whole transaction, so the items that follow would be committed
 * one by one.
 */
const OWN_FAULTS: ReadonlySet<ErrorCode> = new Set([
  'state',
  'not-found',
  'ambiguous',
  'invalid',
  'rejected-file',
]);

/**
 * Runs the work of one item in a savepoint of the open transaction.
 *
 * A failure rolls back only this item and is reported for this item alone.
 */
export function inSavepoint<T>(db: Db, work: () => T, failed: (fault: AppError) => T): T {
  try {
    return transact(db, work);
  } catch (thrown) {
    return failed(ownFault(thrown));
  }
}

/** Returns an error that concerns one item alone; throws any other error. */
export function ownFault(thrown: unknown): AppError {
  const error = asAppError(thrown);
  if (!OWN_FAULTS.has(error.code)) throw error;
  return error;
}
