import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import type { ReviewItem, ReviewSession } from '#contract/review.ts';
import { useProcedure } from '../../../state/useProcedure.ts';
import { select } from '../../../state/view.ts';
import { useItems } from './useItems.ts';
import { notesOf, ReviewController } from './walking.ts';

export type ReviewPlace = Output<'review.place'>;

/** The state of a review in progress, and its controller. */
export interface Walk {
  readonly items: readonly ReviewItem[];
  /** Reads more records; null if all are read. */
  readonly onMore: (() => void) | null;
  readonly ready: boolean;
  readonly index: number;
  /** The current record as known from the list; null if no record passes the filter. */
  readonly item: ReviewItem | null;
  /** The details of the current record; null until read. */
  readonly place: ReviewPlace | null;
  /** The text in the comment box. */
  readonly comment: string;
  readonly error: AppError | null;
  /** The id of the record opened in the panel; null if it is closed. */
  readonly editing: string | null;
  readonly walking: ReviewController;
}

/** Follows the position stored in the core; decisions are saved before they are shown. */
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

/**
 * Notifies the controller after a frame with the whole record was painted; a hidden window paints
 * none.
 */
function useSeen(walking: ReviewController, place: ReviewPlace | null): void {
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

/** Saves a comment after a pause, and when the review or the window closes. */
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
