import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import type { ReviewItem, ReviewSession } from '#contract/review.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { select } from '../../../state/view.ts';
import { useItems } from './useItems.ts';
import { notesOf, ReviewController } from './walking.ts';

export type Place = Output<'review.place'>;

/** A walk through a review: where the person is, and what they can do there. */
export interface Walk {
  readonly items: readonly ReviewItem[];
  /** More records are there than have been read. */
  readonly onMore: (() => void) | null;
  readonly ready: boolean;
  readonly index: number;
  /** The record in front of the person as far as it is known; null where nothing fits the filter. */
  readonly item: ReviewItem | null;
  /** All of it; null until it is read. */
  readonly place: Place | null;
  /** The comment as it stands in its box. */
  readonly comment: string;
  readonly error: AppError | null;
  /** The id under which the record was opened beside; null while it is not. */
  readonly editing: string | null;
  readonly walking: ReviewController;
}

/** Follows the core's place in a review; what is done here is kept before it is shown. */
export function useWalk(review: ReviewSession): Walk {
  const { session, total } = review;
  const [walking] = useState(() => new ReviewController(review, select, notesOf(session)));
  const {
    index,
    editing,
    error: failed,
    text,
  } = useSyncExternalStore(walking.subscribe, walking.state);
  const list = useItems(session, index);
  const { items, isOpenListed, onMore, ready } = list;
  const { data, error } = useProcedure('review.place', total === 0 ? null : { session, index }, {
    refreshOn: ['review.changed', 'records.changed', 'problems.changed'],
  });
  const listed = items.length > 0;
  const place = data !== undefined && data.index === index && listed ? data : null;
  const item = place ?? items.find((each) => each.index === index) ?? null;
  const unread = error ?? list.error;
  useEffect(
    () => walking.list(ready ? items : null, isOpenListed),
    [walking, ready, items, isOpenListed],
  );
  useEffect(() => {
    if (unread !== null) walking.refuse();
  }, [walking, unread]);
  useEffect(() => {
    if (place !== null) walking.read(place);
  }, [walking, place]);
  useSeen(walking, place);
  useKept(walking, text);
  return {
    items,
    onMore,
    ready,
    index,
    item,
    place,
    comment: text ?? item?.comment ?? '',
    error: failed ?? unread,
    editing,
    walking,
  };
}

/** Tells the walk when a frame with the whole record has been on the screen; a hidden window shows none. */
function useSeen(walking: ReviewController, place: Place | null): void {
  const { index, kind, id, gone } = place ?? NOWHERE;
  useEffect(() => {
    if (index === null || kind === null || id === null) return undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => walking.show({ index, kind, id, gone }));
    });
    return () => cancelAnimationFrame(frame);
  }, [walking, index, kind, id, gone]);
}

const NOWHERE = { index: null, kind: null, id: null, gone: false } as const;
const PAUSE = 350;

/** Puts a comment on disk at every pause, and when the walk or the window is left. */
function useKept(walking: ReviewController, text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined;
    const timer = setTimeout(walking.keep, PAUSE);
    return () => clearTimeout(timer);
  }, [walking, text]);
  useEffect(() => {
    walking.present(true);
    window.addEventListener('pagehide', walking.closeWindow);
    return () => {
      window.removeEventListener('pagehide', walking.closeWindow);
      walking.present(false);
    };
  }, [walking]);
}
