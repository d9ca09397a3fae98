import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Mark } from '#contract/review.ts';
import { z } from '#contract/zod.ts';
import { call } from '../../state/core.ts';
import { goTo } from '../../state/view.ts';
import type { ReviewSource } from '#contract/review.ts';

/** The open review and its filter; the core stores the position. */
interface ReviewView {
  readonly session: string | null;
  readonly shown: Mark | 'none' | null;
}

const kept = z.object({ session: z.string().nullable().catch(null) });

export const reviewView = create<ReviewView>()(
  persist((): ReviewView => ({ session: null, shown: null }), {
    name: 'cabinet:review',
    partialize: ({ session }) => ({ session }),
    merge: (stored, first) => ({
      ...first,
      ...kept.parse(typeof stored === 'object' && stored !== null ? stored : {}),
    }),
  }),
);

/** Opens a review at its last position; null opens the list of reviews. */
export function openReview(session: string | null): void {
  reviewView.setState({ session, shown: null });
}

const beginning = new Map<string, Promise<void>>();

/**
 * Begins a review and opens it; throws an AppError if that fails.
 *
 * The same request made again meanwhile returns the same promise.
 */
export function beginReview(name: string, source: ReviewSource): Promise<void> {
  const key = JSON.stringify([name, source]);
  const known = beginning.get(key);
  if (known !== undefined) return known;
  const begun = begin(name, source).finally(() => beginning.delete(key));
  beginning.set(key, begun);
  return begun;
}

async function begin(name: string, source: ReviewSource): Promise<void> {
  const { session } = await call('review.start', { name, source });
  openReview(session);
  goTo('review');
}
