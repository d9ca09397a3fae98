import type { Changes } from '../../../fields/model/changes.ts';
import type { Rows } from '../state/rowStore.ts';

/** Returns whether one of the loaded rows of a list has an open operation. */
export function hasChangedRow(rows: Pick<Rows, 'at' | 'total'>, changes: Changes): boolean {
  if (changes.size === 0) return false;
  for (let index = 0; index < (rows.total ?? 0); index += 1) {
    const row = rows.at(index);
    if (row !== undefined && changes.has(row.id)) return true;
  }
  return false;
}
