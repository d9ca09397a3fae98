import type { ListWindow } from '../../service/types.ts';

/** The part of a list that one request asks for. */
export type Window = Pick<ListWindow, 'limit' | 'offset' | 'all'>;

/** A list that takes no paging parameters (doc §4.5). */
export const UNPAGED: Window = {};
/** Everything at once (doc §4.2, §4.3). */
export const ALL: Window = { all: true };

/**
 * Returns the name under which the answer to a request is remembered; equal requests have equal
 * names.
 */
export function placeOf({ limit, offset, all }: Window): string {
  if (all === true) return 'all';
  return limit === undefined ? 'list' : `${limit}@${offset ?? 0}`;
}
