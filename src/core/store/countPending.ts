import { oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { OperationStore } from './operationStore.ts';

/**
 * Returns the number of pending changes in a `work.db` of any layout.
 *
 * The rest of an interrupted batch lies in a file of its own. Its size is unknown here, so it
 * counts as one.
 */
export function countWaiting(db: Db): number {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'change_group'").get();
  if (known === undefined) return new OperationStore(db).countOpen();
  const cut = db.prepare("SELECT count(*) FROM change_group WHERE state = 'queueing'").pluck();
  return new OperationStore(db).countOpen() + oneNumber.parse(cut.get());
}
