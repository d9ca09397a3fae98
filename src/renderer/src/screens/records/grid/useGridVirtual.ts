import { useVirtualizer } from '@tanstack/react-virtual';
import type { Virtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { setSpot, spotOf } from '../state/listStore.ts';
import { rowStoreOf } from '../state/useRows.ts';

export const HEAD_HEIGHT = 30;
const OVERSCAN = 6;
/** Rows asked for beyond what is in view, so that a wheel seldom meets an empty one. */
const AHEAD = 100;
const ASK_EVERY = 40;

interface Options {
  readonly kind: Kind;
  readonly count: number;
  readonly rowHeight: number;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

/** The drawn rows: each takes a slot, and a slot goes from row to row without being made anew. */
export interface GridVirtual {
  readonly virtual: Virtualizer<HTMLDivElement, Element>;
  readonly slots: number;
}

/** The rows in view, and the question for those that are not here. */
export function useGridVirtual({ kind, count, rowHeight, scroll }: Options): GridVirtual {
  // Its object changes in place; what is drawn from it is read in this very render.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN,
    scrollMargin: HEAD_HEIGHT,
    initialOffset: () => spotOf(kind).scroll,
    useFlushSync: false,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  useEffect(() => {
    if (virtual.scrollOffset !== null) setSpot(kind, { scroll: virtual.scrollOffset });
  });
  useAsking(kind, virtual.range);
  const seen = Math.ceil((virtual.scrollRect?.height ?? 0) / rowHeight) + 1;
  return { virtual, slots: seen + 2 * OVERSCAN + 1 };
}

// Dragging the scroll bar passes thousands of rows that nobody will see.
function useAsking(
  kind: Kind,
  range: { readonly startIndex: number; readonly endIndex: number } | null,
): void {
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const wanted = useRef({ first: 0, last: 0 });
  const first = Math.max((range?.startIndex ?? 0) - AHEAD, 0);
  const last = (range?.endIndex ?? 0) + AHEAD;
  useEffect(() => {
    wanted.current = { first, last };
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      rowStoreOf(kind).want(wanted.current.first, wanted.current.last);
    }, ASK_EVERY);
  }, [kind, first, last]);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
}
