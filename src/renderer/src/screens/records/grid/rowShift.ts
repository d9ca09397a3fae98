import type { Rows } from '../state/rowStore.ts';

/** A record and the row at which it was drawn. */
export interface PlacedRow {
  readonly row: number;
  readonly id: string;
}

/**
 * Returns by how many rows most of the given records have moved; 0 without any.
 *
 * One record may have moved elsewhere by an edit, so the middle one of all shifts counts.
 */
export function shiftOf(before: readonly PlacedRow[], rows: Pick<Rows, 'at' | 'indexOf'>): number {
  if (before.every(({ row, id }) => rows.at(row)?.id === id)) return 0;
  const shifts = before.flatMap(({ row, id }) => {
    const index = rows.indexOf(id);
    return index < 0 ? [] : [index - row];
  });
  return shifts.toSorted((a, b) => a - b)[Math.floor(shifts.length / 2)] ?? 0;
}
