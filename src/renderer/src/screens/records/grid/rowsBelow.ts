import type { Query } from '#contract/procedures.ts';
import type { Rows } from '../state/rowStore.ts';

/**
 * Returns the ids of `count` records of a list, from a row downwards.
 *
 * Rows not loaded, or not since the list changed, are read from the core, starting at the record of
 * the first row. So records added or removed meanwhile do not shift the range to other records.
 */
export async function idsFrom(
  rows: Pick<Rows, 'at' | 'query' | 'total' | 'isFresh'>,
  row: number,
  count: number,
  read: (query: Query) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const shown: string[] = [];
  const end = Math.min(row + count, rows.total ?? 0);
  for (let index = row; index < end; index += 1) {
    const here = rows.at(index);
    // The first row is the active one and is always taken, even if it is not fresh.
    if (here === undefined || (index > row && !rows.isFresh(index))) break;
    shown.push(here.id);
  }
  const [first] = shown;
  if (row + shown.length >= end || rows.query === null) return shown;
  const ids = await read(rows.query);
  const from = first === undefined ? row : ids.indexOf(first);
  return from < 0 ? shown : ids.slice(from, from + count);
}
