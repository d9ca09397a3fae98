import type { Rows } from '../state/rowStore.ts';

/** Where the active cell stands in a list; row -1 is the head. */
export interface ActiveCell {
  readonly row: number;
  readonly column: string;
  /** The record it stands on; null while that is not known. */
  readonly id: string | null;
  /** The key of the list. */
  readonly list: string | null;
}

/**
 * Where it stands in the rows as they are now: on the same record when rows came and went around it, in the
 * place of one that is gone, on the first row when the list shows something else.
 */
export function standIn(rows: Rows, stand: ActiveCell): ActiveCell {
  const { row, id, list } = stand;
  if (list !== rows.key) return standOn(rows, { ...stand, list: rows.key }, Math.min(row, 0));
  if (row < 0 || (rows.at(row)?.id ?? null) === id) return stand;
  const index = id === null ? -1 : rows.indexOf(id);
  if (index >= 0) return { ...stand, row: index };
  const last = Math.max((rows.total ?? row + 1) - 1, 0);
  // A record whose place is not read or counted yet may still be there.
  if ((row <= last || rows.stale) && rows.at(row) === undefined) return stand;
  return standOn(rows, stand, Math.min(row, last));
}

/** The same cell of another row. */
export function standOn(rows: Rows, stand: ActiveCell, row: number): ActiveCell {
  return { ...stand, row, id: rows.at(row)?.id ?? null };
}
