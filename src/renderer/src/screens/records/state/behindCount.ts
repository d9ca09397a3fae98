import type { Rows } from './rowStore.ts';

/**
 * Tells whether an empty list is older than the count beside it: after a first download the count may arrive first,
 * and the list must not say that there is nothing.
 */
export function isBehindCount(
  { total }: Pick<Rows, 'total'>,
  narrowed: boolean,
  counted: number,
): boolean {
  return total === 0 && !narrowed && counted > 0;
}
