import { useState } from 'react';
import { MOST_LISTED } from '#contract/problems.ts';
import type { Output } from '#contract/procedures.ts';
import type { ReviewItem } from '#contract/review.ts';
import type { Answer } from '../../../state/query.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { grown } from '../../problems/atOnce.ts';
import { reviewView } from '../reviewView.ts';

const PAGE = 500;
const AHEAD = 200;

/** Returns the listed records of a review, read some way beyond the current one. */
export function useItems(session: string, index: number) {
  const shown = reviewView((view) => view.shown);
  const [more, setMore] = useState(PAGE);
  const needed = Math.ceil((index + AHEAD) / PAGE) * PAGE;
  const { data, error, stale } = useProcedure(
    'review.items',
    {
      session,
      limit: Math.min(Math.max(more, needed), MOST_LISTED),
      ...(shown === null ? {} : { marks: [shown] }),
    },
    { refreshOn: ['review.changed'], pause: pauseAfter },
  );
  const items = data?.items ?? NONE;
  const grow = () => setMore(grown);
  const onMore = data !== undefined && data.total > items.length ? grow : null;
  const isOpenListed = shown === null || shown === 'none';
  return { items, isOpenListed, onMore, ready: data !== undefined && !stale, error };
}

const NONE: readonly ReviewItem[] = [];

const SHORT = 1_000;

// Each step sends an event; reading a long list each time would delay the next record.
function pauseAfter({ data }: Answer<Output<'review.items'>>): number {
  const count = data?.items.length ?? 0;
  return count <= SHORT ? 0 : count / 4;
}
