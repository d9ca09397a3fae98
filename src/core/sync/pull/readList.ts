import { applyPage } from './applyPage.ts';
import type { KindPull } from './kindPull.ts';
import { afterOpening, isAllWorth } from './pageSize.ts';
import type { Learned } from './pageSize.ts';
import { startPaging } from './paging.ts';
import type { Paging } from './paging.ts';
import { readPage, tryPage } from './request.ts';
import type { ReadPage } from './request.ts';
import { noteSeen, walkPages } from './walk.ts';
import { ALL, UNPAGED } from './windows.ts';

/** Asked for only where smaller pages do not lead through a list. */
const LARGEST_PAGE = 20_000;

/** How the reading of a list ended. */
export interface Reading {
  readonly end: 'whole' | 'short' | 'endless' | 'offset-ignored';
  /** No record can have been missed between two requests. */
  readonly steady: boolean;
  readonly totalsEqual: boolean;
  /** The total that the service reports; null where it reports none. */
  readonly total: number | null;
}

/** Facts learned about a list, and the function that stores more of them. */
export interface Knowledge {
  readonly learned: Learned;
  readonly learn: (learned: Learned) => void;
  /** The user's page size; 0 leaves it to the learned size. */
  readonly pageSize: number;
}

/** Reads the whole list of a kind into the mirror in the way that suits the service. */
export async function readList(pull: KindPull, known: Knowledge): Promise<Reading> {
  if (!pull.resource.paged) return takeUnpaged(pull);
  const { learned } = known;
  const isLarge = learned.total !== null && learned.total > learned.limit;
  const early = isLarge ? await readAll(pull, known) : null;
  if (early !== null) return early;
  const opening = await readOpening(pull, {
    ...known,
    learned: { ...learned, all: learned.all && !isLarge },
  });
  if (isWhole(opening.page)) return takeWhole(pull, opening.page);
  const all = isLarge ? null : await readAll(pull, { ...known, learned: opening.learned });
  return all ?? walkOn(pull, opening);
}

interface Opening {
  readonly page: ReadPage;
  readonly learned: Learned;
}

/**
 * Reads the first page, each time a larger one while that is worth it; only the last one is used.
 */
async function readOpening(pull: KindPull, known: Knowledge): Promise<Opening> {
  const limit = known.pageSize > 0 ? known.pageSize : known.learned.limit;
  const page = await readPage(pull, { limit, offset: 0 });
  if (known.pageSize > 0) return { page, learned: { ...known.learned, limit } };
  const learned = afterOpening(known.learned, measure(page, limit, pull.swallowed));
  const opening = await grow(pull, { page, learned });
  known.learn(opening.learned);
  return opening;
}

async function grow(pull: KindPull, opening: Opening): Promise<Opening> {
  const { page, learned } = opening;
  if (!isWorthGrowing(pull, page, learned)) return opening;
  const larger = await tryPage(pull, { limit: learned.limit, offset: 0 });
  if (larger === null) return { page, learned: { ...learned, limit: page.count, settled: true } };
  const next = afterOpening(learned, measure(larger, learned.limit, false));
  return grow(pull, { page: larger, learned: next });
}

function isWorthGrowing(pull: KindPull, page: ReadPage, learned: Learned): boolean {
  if (isWhole(page) || learned.settled) return false;
  return learned.limit > (page.window.limit ?? 0) && !isAllWorth(learned, pull.resource.offersAll);
}

function measure(page: ReadPage, wanted: number, failed: boolean) {
  const asked = page.window.limit ?? wanted;
  return { ...page, asked, refused: asked < wanted && !failed };
}

function isWhole({ total, count }: ReadPage): boolean {
  return total === count;
}

/** Requests everything in one answer, where that is offered and worth it; null where it fails. */
async function readAll(pull: KindPull, known: Knowledge): Promise<Reading | null> {
  const { learned, learn, pageSize } = known;
  if (pageSize > 0 || !isAllWorth(learned, pull.resource.offersAll)) return null;
  const page = await tryPage(pull, ALL);
  const works = page !== null && isWhole(page);
  learn({ ...learned, all: works, total: page?.total ?? learned.total });
  return works ? takeWhole(pull, page) : null;
}

/** Takes one answer that holds the whole list: one moment of the service, so nothing can shift. */
async function takeWhole(pull: KindPull, page: ReadPage): Promise<Reading> {
  noteSeen(pull, page);
  await applyPage(pull, page, '');
  return { end: 'whole', steady: true, totalsEqual: true, total: page.total };
}

async function takeUnpaged(pull: KindPull): Promise<Reading> {
  const page = await readPage(pull, UNPAGED);
  const reading = await takeWhole(pull, page);
  return page.total === null || isWhole(page) ? reading : { ...reading, end: 'short' };
}

async function walkOn(pull: KindPull, { page, learned }: Opening): Promise<Reading> {
  const { offersAll } = pull.resource;
  const limit = Math.min(page.window.limit ?? learned.limit, learned.limit);
  const end = await walkPages(pull, offersAll ? startPaging(limit, 1) : startPaging(limit), page);
  if (end.end === 'whole' && end.anchored) return readingOf(end);
  return (await readAtOnce(pull, page)) ?? readingOf(end);
}

/** Returns the reading for finished paging. */
export function readingOf({ end, anchored, pass, totals }: Paging): Reading {
  const steady = anchored && pass === 1;
  return { end: end ?? 'short', steady, totalsEqual: totals.equal, total: totals.last };
}

/** Tries to read everything in one answer, where paging failed; null where that fails too. */
async function readAtOnce(pull: KindPull, { total }: ReadPage): Promise<Reading | null> {
  const large = total === null || total > LARGEST_PAGE ? null : { limit: total, offset: 0 };
  for (const window of [pull.resource.offersAll ? ALL : null, large]) {
    const page = window === null ? null : await tryPage(pull, window);
    if (page !== null && (isWhole(page) || isLargest(pull, page))) return takeWhole(pull, page);
  }
  return null;
}

/** Without a total: returns whether one answer shows at least all records that the pages showed. */
function isLargest({ seen }: KindPull, { total, count, ids }: ReadPage): boolean {
  return total === null && count > 0 && new Set([...ids, ...seen]).size === count;
}
