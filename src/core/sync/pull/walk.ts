import type { KindPull } from './kindPull.ts';
import { applyPage } from './applyPage.ts';
import { afterPage, likelyBehind } from './paging.ts';
import type { PageFacts, Paging } from './paging.ts';
import { readPage } from './request.ts';
import type { ReadPage } from './request.ts';

/**
 * Reads a list page by page into the mirror, from `start` to the end.
 *
 * `opening` is a first page that has been read already. While one page is written the next one is
 * requested, and after its arrival the following one: never two at once.
 */
export async function walkPages(
  pull: KindPull,
  start: Paging,
  opening: ReadPage | null,
): Promise<Paging> {
  const walk: Walk = { pull, first: [], taken: null, isOver: false };
  let state = start;
  let page = opening ?? (await readAt(pull, state));
  let asked: RequestedPage | null = null;
  try {
    while (state.phase !== 'done') {
      if (state.phase === 'body' && state.offset === 0) walk.first = page.ids;
      const { next, ahead, further } = await takePage(walk, withLimitOf(page, state), page, asked);
      state = next;
      if (state.phase === 'done') break;
      page = await (ahead?.page ?? readAt(pull, state));
      asked = await further;
    }
  } finally {
    walk.isOver = true;
  }
  return state;
}

/** The state of one reading. */
interface Walk {
  readonly pull: KindPull;
  /** The ids of the first page of the list. */
  first: readonly string[];
  /** The next page, once it has arrived. */
  taken: { readonly page: ReadPage; readonly facts: PageFacts } | null;
  isOver: boolean;
}

/** A page requested ahead, and its position. */
interface RequestedPage {
  readonly limit: number;
  readonly offset: number;
  readonly page: Promise<ReadPage>;
  /** Resolves when the answer has arrived and the list parser thread parses it; otherwise never. */
  readonly come: Promise<void>;
}

/** Lowers the limit for all further pages after a retry made this page smaller. */
function withLimitOf({ window }: ReadPage, state: Paging): Paging {
  return { ...state, limit: Math.min(state.limit, window.limit ?? state.limit) };
}

interface Step {
  readonly next: Paging;
  /** The next page, already requested. */
  readonly ahead: RequestedPage | null;
  /** The page after that, as soon as its offset is known; null where there may be none. */
  readonly further: Promise<RequestedPage | null> | null;
}

async function takePage(
  walk: Walk,
  state: Paging,
  page: ReadPage,
  asked: RequestedPage | null,
): Promise<Step> {
  const { pull, taken } = walk;
  const facts = taken?.page === page ? taken.facts : take(walk, state, page);
  if (state.phase === 'head')
    return { next: await writeFirst(walk, state, page, facts), ahead: null, further: null };
  const next = afterPage(state, facts);
  const ahead = next.phase === 'body' ? (fitting(asked, next) ?? readAhead(pull, next)) : null;
  const further = ahead === null ? null : readFurther(walk, ahead, next);
  await applyPage(pull, page, JSON.stringify(next));
  return { next, ahead, further };
}

function fitting(asked: RequestedPage | null, { limit, offset }: Paging): RequestedPage | null {
  return asked !== null && asked.limit === limit && asked.offset === offset ? asked : null;
}

/** In the head phase the next request depends on the changes that the page brings. */
async function writeFirst(
  { pull, first }: Walk,
  state: Paging,
  page: ReadPage,
  facts: PageFacts,
): Promise<Paging> {
  const changed = await applyPage(pull, page, JSON.stringify(state));
  const isQuiet = facts.fresh === 0 && changed.size === 0;
  const keeps = state.offset > 0 || keepsOrder(page.ids, first, changed, isQuiet);
  return afterPage(state, { ...facts, changed: changed.size, keepsOrder: keeps });
}

function readAt(pull: KindPull, { limit, offset }: Paging): Promise<ReadPage> {
  return readPage(pull, { limit, offset });
}

/**
 * Requests a page ahead. A failure before the page is awaited must not count as an unhandled
 * rejection.
 */
function readAhead(
  pull: KindPull,
  { limit, offset }: Pick<Paging, 'limit' | 'offset'>,
): RequestedPage {
  const { promise: come, resolve } = Promise.withResolvers<void>();
  const page = readPage(pull, { limit, offset }, resolve);
  page.catch(() => undefined);
  return { limit, offset, page, come };
}

/** Requests the page after `ahead`, once `ahead` shows where that page begins. */
async function readFurther(
  walk: Walk,
  ahead: RequestedPage,
  state: Paging,
): Promise<RequestedPage | null> {
  const guess = await guessFurther(walk, ahead, state);
  const page = await ahead.page.catch(() => null);
  // The code that awaits the page handles its error.
  if (page === null || walk.isOver) return null;
  const now = withLimitOf(page, state);
  const facts = take(walk, now, page);
  walk.taken = { page, facts };
  const next = afterPage(now, facts);
  if (next.phase !== 'body') return null;
  const right = fitting(guess, next);
  if (right === null) await guess?.page.catch(() => undefined);
  return right ?? readAhead(walk.pull, next);
}

/**
 * Requests the likely next page while the list parser thread parses the current one.
 *
 * The connection is idle then. The guess is dropped where the parsed page shows another offset.
 * Returns null where this thread parses the pages.
 */
async function guessFurther(
  walk: Walk,
  ahead: RequestedPage,
  state: Paging,
): Promise<RequestedPage | null> {
  const offset = likelyBehind(state);
  if (offset === null) return null;
  const taken = ahead.page.then(
    () => false,
    () => false,
  );
  const isCome = await Promise.race([ahead.come.then(() => true), taken]);
  return isCome && !walk.isOver ? readAhead(walk.pull, { limit: state.limit, offset }) : null;
}

/** Records the ids of a page and returns the facts for the next decision. */
function take({ pull }: Walk, state: Paging, page: ReadPage): PageFacts {
  const { ids, count, total } = page;
  const { seen, odd } = pull;
  const firstWasSeen = ids[0] !== undefined && seen.has(ids[0]);
  const before = seen.size;
  const anchor = state.anchor === null ? -1 : ids.indexOf(state.anchor);
  const again = noteSeen(pull, page, anchor < 0 ? ids.length : anchor + 1);
  return {
    ids,
    count,
    total,
    fresh: seen.size - before,
    again,
    firstWasSeen,
    changed: 0,
    keepsOrder: true,
    seen: seen.size + odd.size,
  };
}

/**
 * Records the ids of a page.
 *
 * Returns how many ids at or after `from` an earlier page has shown. Each id is looked up once,
 * because there are very many.
 */
export function noteSeen(
  { seen, odd }: Pick<KindPull, 'seen' | 'odd'>,
  { ids, odd: more }: Pick<ReadPage, 'ids' | 'odd'>,
  from = ids.length,
): number {
  let again = 0;
  // A page may show one id thousands of times.
  const here = new Set(from < ids.length ? ids.slice(0, from) : []);
  ids.forEach((id, index) => {
    const before = seen.size;
    seen.add(id);
    if (index < from || here.has(id)) return;
    here.add(id);
    if (seen.size === before) again += 1;
  });
  for (const text of more) odd.add(text);
  return again;
}

/**
 * Returns whether the first page, read again, keeps the order of its unchanged records.
 *
 * Records may have left the page, or moved because they changed. If no record is new or changed, at
 * least half of the page must still be there.
 */
function keepsOrder(
  ids: readonly string[],
  first: readonly string[],
  changed: ReadonlySet<string>,
  isQuiet: boolean,
): boolean {
  const shown = new Set(ids.filter((id) => !changed.has(id)));
  const before = new Set(first);
  const stayed = first.filter((id) => shown.has(id));
  const kept = ids.filter((id) => shown.has(id) && before.has(id));
  const isEnough = !isQuiet || stayed.length * 2 >= Math.min(ids.length, first.length);
  return isEnough && stayed.every((id, index) => id === kept[index]);
}
