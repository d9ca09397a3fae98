import { ROWS_TOLD } from '#contract/events.ts';
import type { EventData } from '#contract/events.ts';
import { rowsOf } from './records.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Changed = EventData<'records.changed'>;

/**
 * Adds the changed rows to an event about a few records.
 *
 * Rows announced by the writer are kept. The rows are read when the event is forwarded, on the same
 * side as lists: so a listener never gets a row older than one it has. An event about many or
 * unnamed records stays as it is. So does one whose rows cannot be read, since reading the list
 * reports that error.
 */
export function attachRows(stores: Pick<ReadStores, 'cache'> | null, changed: Changed): Changed {
  const { kind, ids = [] } = changed;
  if (changed.rows !== undefined || stores === null) return changed;
  if (ids.length === 0 || ids.length > ROWS_TOLD) return changed;
  try {
    return { ...changed, rows: rowsOf(stores, kind, ids) };
  } catch {
    return changed;
  }
}
