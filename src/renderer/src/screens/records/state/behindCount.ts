import type { Rows } from './rowStore.ts';

/**
 * Returns whether an empty list is older than the count beside it.
 *
 * After a first download the count may arrive first. The list must not say then that it is empty.
 */
export function isBehindCount(
  { total }: Pick<Rows, 'total'>,
  narrowed: boolean,
  counted: number,
): boolean {
  return total === 0 && !narrowed && counted > 0;
}
