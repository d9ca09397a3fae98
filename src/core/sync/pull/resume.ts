import type { KindPull } from './kindPull.ts';
import { pagingSchema } from './paging.ts';
import type { Paging } from './paging.ts';
import { readingOf } from './readList.ts';
import type { Reading } from './readList.ts';
import { readPage } from './request.ts';
import type { ReadPage } from './request.ts';
import { walkPages } from './walk.ts';

/**
 * Continues a stopped run where it stopped.
 *
 * Returns null when the list has changed since: nothing was written, and the reading must start
 * again.
 */
export async function resume(pull: KindPull, cursor: string): Promise<Reading | null> {
  const state = pagingSchema.safeParse(JSON.parse(cursor)).data;
  if (state === undefined || state.phase === 'done') return null;
  const page = await readPage(pull, { limit: state.limit, offset: state.offset });
  if (!fits(state, page)) return null;
  return readingOf(await walkPages(pull, state, page));
}

function fits({ anchor, totals }: Paging, { ids, total }: ReadPage): boolean {
  return total === totals.last && (anchor === null || ids.includes(anchor));
}
