import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { spotOf } from '../state/spots.ts';
import type { Rows } from '../state/rowStore.ts';
import { shiftOf } from './rowShift.ts';
import type { PlacedRow } from './rowShift.ts';

interface Drawn {
  readonly first: number;
  readonly last: number;
}

/**
 * Keeps the rows in view in place when a refresh adds or removes rows above them.
 *
 * A list at its top stays there.
 */
export function useSteadyRows(
  kind: Kind,
  rows: Rows,
  { first, last }: Drawn,
  { scroll, rowHeight }: { scroll: RefObject<HTMLElement | null>; rowHeight: number },
): void {
  const drawn = useRef<{ readonly key: string | null; readonly rows: readonly PlacedRow[] }>({
    key: null,
    rows: [],
  });
  useLayoutEffect(() => {
    const { key, rows: before } = drawn.current;
    const top = spotOf(kind).scroll;
    const inView = before.filter(({ row }) => row >= Math.floor(top / rowHeight));
    const shift = key === rows.key && top > 0 ? shiftOf(inView, rows) : 0;
    if (shift !== 0)
      scroll.current?.scrollTo({ top: top + shift * rowHeight, behavior: 'instant' });
    const now: PlacedRow[] = [];
    for (let row = first; row <= last; row += 1) {
      const id = rows.at(row)?.id;
      if (id !== undefined) now.push({ row, id });
    }
    drawn.current = { key: rows.key, rows: now };
  }, [kind, rows, first, last, scroll, rowHeight]);
}
