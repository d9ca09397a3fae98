import type { Query } from '#contract/procedures.ts';
import type { Rows } from '../state/rowStore.ts';

/**
 * The ids of so many records of a list from a row down, as it is shown. Rows that were never read, or not since the
 * list changed, are asked for, from the record that stands there: what came or went in the list meanwhile moves nothing
 * to another record.
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
    // The first is the one that the person stands on, whatever has become of it.
    if (here === undefined || (index > row && !rows.isFresh(index))) break;
    shown.push(here.id);
  }
  const [first] = shown;
  if (row + shown.length >= end || rows.query === null) return shown;
  const ids = await read(rows.query);
  const from = first === undefined ? row : ids.indexOf(first);
  return from < 0 ? shown : ids.slice(from, from + count);
}
