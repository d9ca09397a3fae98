import type { Rows } from '../state/rowStore.ts';

/** The active cell of a list; row -1 is the head. */
export interface ActiveCell {
  readonly row: number;
  readonly column: string;
  /** The id of the record in that row; null while it is unknown. */
  readonly id: string | null;
  /** The key of the list. */
  readonly list: string | null;
}

/**
 * Returns the active cell for the current rows.
 *
 * It stays on the same record when rows are added or removed around it. If the record is gone, it
 * keeps its row. If the list shows something else, it moves to the first row.
 */
export function standIn(rows: Rows, stand: ActiveCell): ActiveCell {
  const { row, id, list } = stand;
  if (list !== rows.key) return standOn(rows, { ...stand, list: rows.key }, Math.min(row, 0));
  if (row < 0 || (rows.at(row)?.id ?? null) === id) return stand;
  const index = id === null ? -1 : rows.indexOf(id);
  if (index >= 0) return { ...stand, row: index };
  const last = Math.max((rows.total ?? row + 1) - 1, 0);
  // A record whose row is not loaded or counted yet may still be there.
  if ((row <= last || rows.stale) && rows.at(row) === undefined) return stand;
  return standOn(rows, stand, Math.min(row, last));
}

/** Returns the same column of another row. */
export function standOn(rows: Rows, stand: ActiveCell, row: number): ActiveCell {
  return { ...stand, row, id: rows.at(row)?.id ?? null };
}
