import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { noteMotion, STILL } from '../../../state/motion.ts';
import { setSpot, spotOf } from '../state/spots.ts';
import { rowStoreOf } from '../state/useRows.ts';
import { drawnRows, inPlaceOrder, STEP } from './drawnRows.ts';
import type { Drawn } from './drawnRows.ts';
import { RowPrefetcher } from './rowsAhead.ts';

export const HEAD_HEIGHT = 30;

interface Options {
  readonly kind: Kind;
  /** The key of the list shown; another key is drawn from the top. */
  readonly shown: string | null;
  /**
   * True once the rows are counted; before that the list may be shorter than its saved scroll
   * position.
   */
  readonly counted: boolean;
  readonly count: number;
  readonly rowHeight: number;
  readonly scroll: RefObject<HTMLDivElement | null>;
}

/** The drawn rows; each row takes a slot, and the element of a slot is reused for other rows. */
export interface GridVirtual extends Drawn {
  /** The rows in the order of their elements. */
  readonly places: readonly number[];
}

/**
 * Draws the rows in view and requests those not loaded.
 *
 * While the list scrolls, the elements keep their order, because a moved element needs a new
 * layout. When scrolling stops, they are put into reading order.
 */
export function useGridVirtual(options: Options): GridVirtual {
  const { kind, shown, counted, count, rowHeight, scroll } = options;
  const [view, setView] = useViewOf(kind, shown);
  const [still, setStill] = useState(0);
  const [ahead] = useState(
    () => new RowPrefetcher((first, last) => rowStoreOf(kind).want(first, last)),
  );
  const seen = Math.ceil(Math.max(view.room - HEAD_HEIGHT, 0) / rowHeight) + 1;
  const { first, last, slots } = drawnRows(Math.floor(view.top / rowHeight), seen, count);
  const latest = useRef({ rowHeight, first });
  useLayoutEffect(() => {
    latest.current = { rowHeight, first };
  }, [rowHeight, first]);
  const left = useRef<number | null>(spotOf(kind).scroll);
  useLayoutEffect(() => {
    if (left.current === null) return;
    scroll.current?.scrollTo({ top: left.current, behavior: 'instant' });
    if (counted) left.current = null;
  }, [counted, count, scroll]);
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      noteMotion();
      const { scrollTop: top, clientHeight: room } = element;
      if (left.current === null) setSpot(kind, { scroll: top });
      ahead.see(Math.floor(top / rowHeight), Math.ceil(room / rowHeight));
      setView((old) => (isSameView(old, { top, room }, rowHeight) ? old : { top, room }));
      clearTimeout(timer);
      timer = setTimeout(() => setStill(latest.current.first), STILL);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      clearTimeout(timer);
      ahead.stop();
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [kind, scroll, rowHeight, ahead, setView]);
  return useMemo(
    () => ({ first, last, slots, places: inPlaceOrder({ first, last, slots }, still) }),
    [first, last, slots, still],
  );
}

function useViewOf(kind: Kind, shown: string | null) {
  const [view, setView] = useState<View>({ top: spotOf(kind).scroll, room: innerHeight });
  const [before, setBefore] = useState(shown);
  if (before === shown) return [view, setView] as const;
  // Set before the grid has scrolled to the top; otherwise rows at the old position would be drawn
  // for nothing.
  const top = before === null ? view.top : 0;
  setBefore(shown);
  setView({ ...view, top });
  return [{ ...view, top }, setView] as const;
}

interface View {
  readonly top: number;
  readonly room: number;
}

function isSameView(a: View, b: View, rowHeight: number): boolean {
  const step = ({ top }: View) => Math.floor(top / rowHeight / STEP);
  return a.room === b.room && step(a) === step(b);
}
