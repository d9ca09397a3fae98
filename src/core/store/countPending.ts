import { oneNumber } from './cells.ts';
import type { Db } from './database.ts';
import { OperationStore } from './operationStore.ts';

/**
 * What waits in a file of work, of whatever layout. Of a group that was cut short the rest lies in a file of its own:
 * how many rows that are is not known here, and it counts as one.
 */
export function countWaiting(db: Db): number {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'change_group'").get();
  if (known === undefined) return new OperationStore(db).countOpen();
  const cut = db.prepare("SELECT count(*) FROM change_group WHERE state = 'queueing'").pluck();
  return new OperationStore(db).countOpen() + oneNumber.parse(cut.get());
}
