import { z } from '#contract/zod.ts';

export const pagingSchema = z.object({
  /**
   * `body`: from the start to the end; `head`: records that moved to the front meanwhile; `done`.
   */
  phase: z.enum(['body', 'head', 'done']),
  /** Why the reading is done: everything was seen, or the obstacle. */
  end: z.enum(['whole', 'short', 'endless', 'offset-ignored']).nullable(),
  limit: z.number(),
  offset: z.number(),
  /** The most entries that any page has held. */
  span: z.number(),
  /** The last page held as many as any before. */
  isFull: z.boolean(),
  /** The record that the next page must show again. */
  anchor: z.string().nullable(),
  /**
   * The first and the last record of the page before, to detect a service that ignores the offset.
   */
  ends: z.string().nullable().default(null),
  stuck: z.number(),
  /** `lost`: pages in a row that did not show the anchor. `losses`: all such pages. */
  lost: z.number(),
  losses: z.number(),
  /**
   * Records that came a second time out of place; null after a step back, which makes repeats
   * normal.
   */
  disorder: z.number().nullable(),
  /** The list keeps an order that anchors can rely on. */
  anchored: z.boolean(),
  requests: z.number(),
  pass: z.number(),
  /** How often the list may be read from start to end when its order does not hold. */
  patience: z.number(),
  freshInPass: z.number(),
  quietPasses: z.number(),
  totals: z.object({ last: z.number().nullable(), equal: z.boolean(), known: z.boolean() }),
});
/** The position of the reading in a list; a plain value, so that it can be stored and resumed. */
export type Paging = z.infer<typeof pagingSchema>;

/** The facts about one page that decide the next request. */
export interface PageFacts {
  /** Ids of the usable entries, in the service's order. */
  readonly ids: readonly string[];
  /** All entries, including unusable ones. */
  readonly count: number;
  readonly total: number | null;
  /** Number of ids that this reading had not seen before. */
  readonly fresh: number;
  /** Number of already seen ids after the anchor. */
  readonly again: number;
  readonly firstWasSeen: boolean;
  /** Records of the page that differ from the mirror. */
  readonly changed: number;
  /** False when a first page, read again at the end, lists unchanged records in another order. */
  readonly keepsOrder: boolean;
  /** Distinct entries seen so far, including this page. */
  readonly seen: number;
}

/** More entries than any catalogue has; a list without an end would fill the memory and the disk. */
const MOST_SEEN = 2_000_000;
const LOST_AT_MOST = 3;
const LOSSES_AT_MOST = 3;
const DISORDER_AT_MOST = 3;
const PASSES = 2;
const PATIENCE = 12;

/** Returns the start of a reading. */
export function startPaging(limit: number, patience = PATIENCE): Paging {
  return {
    phase: 'body',
    end: null,
    limit,
    offset: 0,
    span: 1,
    isFull: false,
    anchor: null,
    ends: null,
    stuck: 0,
    lost: 0,
    losses: 0,
    disorder: 0,
    anchored: true,
    requests: 0,
    pass: 1,
    patience,
    freshInPass: 0,
    quietPasses: 0,
    totals: { last: null, equal: true, known: false },
  };
}

/** Decides from one page which request comes next. A short page is never taken for the end. */
export function afterPage(state: Paging, page: PageFacts): Paging {
  const counted = countPage(state, page);
  if (isWhole(counted, page)) return { ...counted, phase: 'done', end: 'whole' };
  if (!counted.anchored && isCounted(counted, page))
    return { ...counted, phase: 'done', end: 'whole' };
  if (page.seen > MOST_SEEN) return { ...counted, phase: 'done', end: 'endless' };
  if (counted.requests >= budget(counted, page)) return afterTooMany(counted, page);
  return counted.phase === 'head' ? afterHead(counted, page) : afterBody(counted, page);
}

function countPage(state: Paging, page: PageFacts): Paging {
  const { last, equal, known } = state.totals;
  return {
    ...state,
    requests: state.requests + 1,
    span: Math.min(state.limit, Math.max(state.span, page.count)),
    isFull: page.count > 1 && page.count >= state.span,
    freshInPass: state.freshInPass + page.fresh,
    disorder: state.disorder === null ? null : state.disorder + page.again,
    totals: { last: page.total, equal: equal && (!known || page.total === last), known: true },
  };
}

/**
 * Returns the likely offset of the page after the next one; null without signs of such a page.
 *
 * It assumes that the next page holds as many entries as those before it.
 */
export function likelyBehind(state: Paging): number | null {
  const { phase, isFull, offset, span, anchored, totals } = state;
  const reached = offset + span;
  const isMore = totals.last !== null && reached < totals.last;
  return phase === 'body' && isFull && isMore ? reached - (anchored ? 1 : 0) : null;
}

/** Ends the reading after too many requests; anchors that lead in circles are dropped first. */
function afterTooMany(state: Paging, page: PageFacts): Paging {
  if (state.anchored) return afterPass(unanchor(state), page);
  return { ...state, phase: 'done', end: 'endless' };
}

/** The very first answer holds everything: one moment of the service, so nothing can shift. */
function isWhole(state: Paging, page: PageFacts): boolean {
  return state.requests === 1 && state.offset === 0 && page.total === page.count;
}

/** Returns whether as many distinct records were seen as the service counted on every page. */
function isCounted({ totals }: Paging, page: PageFacts): boolean {
  return page.total !== null && totals.equal && page.seen >= page.total;
}

/** Requests that may bring nothing new, beside three for each record. */
const FRUITLESS = 300;

/**
 * Returns the most requests a reading may take: three times the expected number. More means that
 * the list runs in circles.
 *
 * A service may promise any total, so the records that were seen limit the number as well.
 */
function budget(state: Paging, page: PageFacts): number {
  const step = Math.max(1, state.span - 1);
  const size = Math.max(page.total ?? 0, page.seen + state.limit);
  const expected = Math.ceil(size / step) * 3 + 10;
  return Math.min(expected, page.seen * 3 + FRUITLESS) * state.pass;
}

function afterBody(state: Paging, page: PageFacts): Paging {
  const repeats = state.offset > 0 && page.count > 0 && endsOf(page) === state.ends;
  if (repeats && state.stuck > 0) return { ...state, phase: 'done', end: 'offset-ignored' };
  const moved = { ...state, stuck: repeats ? 1 : 0 };
  const isShuffled = moved.anchored && (moved.disorder ?? 0) > DISORDER_AT_MOST;
  if (isShuffled) return advance(unanchor(moved), page);
  return isAnchorHeld(moved, page) ? advance({ ...moved, lost: 0 }, page) : stepBack(moved, page);
}

function isAnchorHeld({ anchor, lost }: Paging, page: PageFacts): boolean {
  return anchor === null || page.ids.includes(anchor) || (lost > 0 && page.firstWasSeen);
}

/**
 * Moves back by about one page: records before this page were deleted, so its records moved to an
 * earlier page.
 */
function stepBack(state: Paging, page: PageFacts): Paging {
  const [lost, losses] = [state.lost + 1, state.losses + 1];
  const isHopeless = lost >= LOST_AT_MOST || losses > LOSSES_AT_MOST + state.requests / 5;
  if (isHopeless) return advance(unanchor(state), page);
  const back = Math.max(1, state.span - 1) * 2 ** state.lost;
  const offset = Math.max(0, state.offset - back);
  return { ...state, lost, losses, offset, ends: null, disorder: null };
}

function unanchor(state: Paging): Paging {
  return { ...state, anchored: false, anchor: null, lost: 0 };
}

function advance(state: Paging, page: PageFacts): Paging {
  const last = page.ids.at(-1) ?? null;
  const reached = state.offset + page.count;
  // A full page that ends with the anchor hides the records that follow.
  const isMore = state.anchor === null ? page.count > 0 : last !== state.anchor || state.isFull;
  const isDue = page.total === null || reached >= page.total || state.anchor === null;
  // The first page repeated also shows nothing new, but is not the end.
  if (!isMore && isDue && state.stuck === 0) return afterEnd(state, page);
  const overlap = isMore && state.anchored ? overlapOf(page) : 0;
  return {
    ...state,
    offset: reached - overlap,
    anchor: overlap > 0 ? last : null,
    ends: endsOf(page),
  };
}

/**
 * Returns the first and last id of a page. One id is not enough: in an unordered list the same
 * record may come first twice.
 */
function endsOf({ ids }: PageFacts): string | null {
  const [first] = ids;
  return first === undefined ? null : `${first} ${ids.at(-1) ?? ''}`;
}

/**
 * Returns the overlap of the next page with this one. Unusable entries have no known place, so they
 * are allowed for.
 */
function overlapOf(page: PageFacts): number {
  const overlap = 1 + page.count - page.ids.length;
  return page.ids.length > 0 && overlap < page.count ? overlap : 0;
}

function afterEnd(state: Paging, page: PageFacts): Paging {
  if (!state.anchored) return afterPass(state, page);
  return { ...state, phase: 'head', offset: 0, anchor: null, ends: null, disorder: null };
}

/**
 * Reads pages from the front until one brings nothing new.
 *
 * A record that was edited while it was still ahead of the reading may have jumped to the front.
 */
function afterHead(state: Paging, page: PageFacts): Paging {
  if (!page.keepsOrder) return afterPass(unanchor(state), page);
  if (page.fresh === 0 && page.changed === 0) return afterPass(state, page);
  const reached = state.offset + page.count;
  if (page.count === 0 || (page.total !== null && reached >= page.total))
    return afterPass(state, page);
  return { ...state, offset: reached - overlapOf(page) };
}

function afterPass(state: Paging, page: PageFacts): Paging {
  const quietPasses = state.freshInPass === 0 ? state.quietPasses + 1 : 0;
  const isShort = page.total !== null && page.seen < page.total;
  if (!isShort && (state.anchored || isCounted(state, page)))
    return { ...state, phase: 'done', end: 'whole' };
  const most = state.anchored ? PASSES : state.patience;
  const isQuiet = page.total === null && quietPasses >= 2;
  if (state.pass >= most || isQuiet) return { ...state, phase: 'done', end: 'short' };
  return {
    ...startPaging(state.limit, state.patience),
    anchored: state.anchored,
    disorder: null,
    totals: state.totals,
    span: state.span,
    requests: state.requests,
    pass: state.pass + 1,
    quietPasses,
  };
}
