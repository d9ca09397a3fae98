import { useCallback, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import type { Mark, ReviewItem, ReviewSession } from '#contract/review.ts';
import { call } from '../../../state/core.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { select } from '../../../state/view.ts';
import { reviewView } from '../reviewView.ts';

export type Place = Output<'review.place'>;

/** A walk through a review: where the person is, and what they can do there. */
export interface Walk {
  readonly items: readonly ReviewItem[];
  /** More records are there than have been read. */
  readonly onMore: (() => void) | null;
  readonly ready: boolean;
  readonly index: number;
  /** Null until it is read, and where nothing fits the filter. */
  readonly place: Place | null;
  readonly error: AppError | null;
  readonly editing: boolean;
  readonly goTo: (index: number) => void;
  readonly step: (by: number) => void;
  readonly mark: (mark: Mark | null, comment: string) => Promise<void>;
  readonly comment: (text: string) => void;
  readonly edit: () => void;
}

const PAGE = 500;
const AHEAD = 200;

/** Follows the core's place in a review; what is done here is kept before it is shown. */
export function useWalk({ session, total, position }: ReviewSession): Walk {
  const [index, setIndex] = useState(Math.min(position, Math.max(total - 1, 0)));
  const [failed, setFailed] = useState<AppError | null>(null);
  const [editing, setEditing] = useState(false);
  const { items, onMore, ready } = useItems(session, index);
  const listed = items.length > 0;
  const { data, error } = useProcedure('review.place', total === 0 ? null : { session, index }, {
    refreshOn: ['review.changed', 'records.changed', 'problems.changed'],
  });
  const place = data !== undefined && data.index === index && listed ? data : null;
  const attempt = useCallback(async (work: () => Promise<void>) => {
    setFailed(null);
    await work().catch((thrown: unknown) => setFailed(asAppError(thrown)));
  }, []);
  const goTo = (to: number) => {
    setIndex(to);
    setEditing(false);
    void attempt(async () => void (await call('review.move', { session, position: to })));
  };
  const step = (by: number) => {
    const next = neighbour(items, index, by);
    if (next !== null) goTo(next);
  };
  const mark = (given: Mark | null, text: string) =>
    attempt(async () => {
      const advance = given !== null;
      const after = await call('review.mark', {
        session,
        index,
        mark: given,
        comment: text,
        advance,
      });
      if (!advance || after.position === index) return;
      setIndex(after.position);
      setEditing(false);
    });
  const comment = (text: string) =>
    void attempt(async () => void (await call('review.mark', { session, index, comment: text })));
  const edit = () => {
    if (place === null || place.gone) return;
    select(place.kind, place.id);
    setEditing(true);
  };
  return {
    items,
    onMore,
    ready,
    index,
    place,
    error: failed ?? error,
    editing,
    goTo,
    step,
    mark,
    comment,
    edit,
  };
}

function useItems(session: string, index: number) {
  const shown = reviewView((view) => view.shown);
  const [more, setMore] = useState(PAGE);
  const needed = Math.ceil((index + AHEAD) / PAGE) * PAGE;
  const { data } = useProcedure(
    'review.items',
    { session, limit: Math.max(more, needed), ...(shown === null ? {} : { marks: [shown] }) },
    { refreshOn: ['review.changed'] },
  );
  const items = data?.items ?? NONE;
  const grow = () => setMore((now) => now * 2);
  const onMore = data !== undefined && data.total > items.length ? grow : null;
  return { items, onMore, ready: data !== undefined };
}

const NONE: readonly ReviewItem[] = [];

/** The next or the previous listed record; the current one need not be among them. */
export function neighbour(
  items: readonly Pick<ReviewItem, 'index'>[],
  index: number,
  by: number,
): number | null {
  const found =
    by > 0
      ? items.find((each) => each.index > index)
      : items.findLast((each) => each.index < index);
  return found?.index ?? null;
}
