import { ROWS_TOLD } from '#contract/events.ts';
import type { EventData } from '#contract/events.ts';
import { rowsOf } from './records.ts';
import type { ReadStores } from '../../workspace/readStores.ts';

type Changed = EventData<'records.changed'>;

/**
 * Lays the rows of a few changed records beside the notice of them, unless whoever wrote has told them: an edit's
 * are told before they are written. They are read where lists are read, in the
 * moment in which the notice goes on, and not where they were written: whoever hears notices and answers over
 * one channel gets no row that is older than one it has. A notice about many, or without names, stays as it
 * is, and so does one whose rows cannot be read: they are read with the list, which says what is wrong.
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
