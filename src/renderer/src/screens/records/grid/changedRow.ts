import type { Changes } from '../../../fields/model/changes.ts';
import type { Rows } from '../state/rowStore.ts';

/** Returns whether one of the loaded rows of a list has an open operation. */
export function hasChangedRow(rows: Pick<Rows, 'loaded'>, changes: Changes): boolean {
  return changes.size > 0 && rows.loaded().some(({ id }) => changes.has(id));
}
