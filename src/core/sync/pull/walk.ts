import type { KindPull } from './kindPull.ts';
import { applyPage } from './applyPage.ts';
import { afterPage } from './paging.ts';
import type { PageFacts, Paging } from './paging.ts';
import { readPage } from './request.ts';
import type { ReadPage } from './request.ts';

/**
 * Reads a list page by page into the mirror, from where `state` stands to the end; `opening` is a first
 * page that has been read already. The next page is on its way while one is written.
 */
export async function walkPages(
  pull: KindPull,
  start: Paging,
  opening: ReadPage | null,
): Promise<Paging> {
  let state = start;
  let first: readonly string[] = [];
  let page = opening ?? (await readAt(pull, state));
  while (state.phase !== 'done') {
    if (state.phase === 'body' && state.offset === 0) first = page.ids;
    const { next, ahead } = await takePage(pull, withLimitOf(page, state), page, first);
    state = next;
    if (state.phase !== 'done') page = await (ahead ?? readAt(pull, state));
  }
  return state;
}

/** A page that had to be made smaller on the way is no one-off. */
function withLimitOf({ window }: ReadPage, state: Paging): Paging {
  return { ...state, limit: Math.min(state.limit, window.limit ?? state.limit) };
}

interface Step {
  readonly next: Paging;
  /** The next page, on its way. */
  readonly ahead: Promise<ReadPage> | null;
}

async function takePage(
  pull: KindPull,
  state: Paging,
  page: ReadPage,
  first: readonly string[],
): Promise<Step> {
  const facts = look(pull, state, page, first);
  if (state.phase === 'head')
    return { next: await writeFirst(pull, state, page, facts), ahead: null };
  const next = afterPage(state, facts);
  const ahead = next.phase === 'body' ? readAhead(pull, next) : null;
  await applyPage(pull, page, JSON.stringify(next));
  return { next, ahead };
}

/** In the head phase the way on depends on what the page changed. */
async function writeFirst(pull: KindPull, state: Paging, page: ReadPage, facts: PageFacts) {
  const changed = await applyPage(pull, page, JSON.stringify(state));
  return afterPage(state, { ...facts, changed });
}

function readAt(pull: KindPull, { limit, offset }: Paging): Promise<ReadPage> {
  return readPage(pull, { limit, offset });
}

/** A read nobody waits for yet must not count as a failure nobody took care of. */
function readAhead(pull: KindPull, state: Paging): Promise<ReadPage> {
  const ahead = readAt(pull, state);
  ahead.catch(() => undefined);
  return ahead;
}

/** Notes what a page shows, and sums it up for the next decision. */
function look(pull: KindPull, state: Paging, page: ReadPage, first: readonly string[]): PageFacts {
  const { ids, count, total } = page;
  const { seen, odd } = pull;
  const behind = state.anchor === null ? ids.length : ids.indexOf(state.anchor) + 1;
  const again = behind === 0 ? 0 : ids.slice(behind).filter((id) => seen.has(id)).length;
  const firstWasSeen = ids[0] !== undefined && seen.has(ids[0]);
  const fresh = noteSeen(pull, page);
  return {
    ids,
    count,
    total,
    fresh,
    again,
    firstWasSeen,
    changed: 0,
    keepsOrder: keepsOrder(ids, first),
    seen: seen.size + odd.size,
  };
}

/** Takes note of everything a page shows; gives how much of it this run had not met before. */
export function noteSeen({ seen, odd }: KindPull, page: ReadPage): number {
  const before = seen.size;
  for (const id of page.ids) if (!seen.has(id)) seen.set(id, 'unchanged');
  for (const text of page.odd) odd.add(text);
  return seen.size - before;
}

/** Records may have left the first page; those that are still there stand as they stood. */
function keepsOrder(ids: readonly string[], first: readonly string[]): boolean {
  const shown = new Set(ids);
  const before = new Set(first);
  const stayed = first.filter((id) => shown.has(id));
  const kept = ids.filter((id) => before.has(id));
  return (
    stayed.length * 2 >= Math.min(ids.length, first.length) &&
    stayed.every((id, index) => id === kept[index])
  );
}
