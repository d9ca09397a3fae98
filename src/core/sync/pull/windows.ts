import type { ListWindow } from '../../service/types.ts';

/** What one list request asks for. */
export type Window = Pick<ListWindow, 'limit' | 'offset' | 'all'>;

/** A list that takes no paging parameters (doc §4.5). */
export const UNPAGED: Window = {};
/** Everything at once (doc §4.2, §4.3). */
export const ALL: Window = { all: true };

/** The name under which the answer to a request is remembered: equal requests, equal names. */
export function placeOf({ limit, offset, all }: Window): string {
  if (all === true) return 'all';
  return limit === undefined ? 'list' : `${limit}@${offset ?? 0}`;
}
