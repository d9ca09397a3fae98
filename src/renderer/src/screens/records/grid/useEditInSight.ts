import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import type { GridContext } from './context.ts';
import type { GridVirtual } from './useGridVirtual.ts';

/** Sees to it that the cell being edited is in sight: it is brought there once, and put away when it leaves. */
export function useEditInSight(
  { editing, rows, cursor, columns }: GridContext,
  { places, first, last }: GridVirtual,
  grid: RefObject<HTMLElement | null>,
): void {
  const { edit, see } = editing;
  const { show } = cursor;
  const row = edit?.row ?? -1;
  // Its column can be hidden, by hand or by a view, while a text stands in it that was not taken.
  const isShown = columns.some(({ name }) => name === edit?.name);
  const at = isShown ? places.find((index) => rows.at(index)?.id === edit?.id) : undefined;
  const before = useRef(-1);
  useEffect(() => {
    if (at !== undefined) before.current = at;
    const isPlaceDrawn = before.current >= first && before.current <= last;
    if (see(at !== undefined ? 'drawn' : isPlaceDrawn ? 'gone' : 'scrolled')) show(row);
    // The editor took the focus with it.
    else if (row >= 0 && at === undefined && isFocusLost())
      grid.current?.focus({ preventScroll: true });
  }, [edit, at, row, first, last, see, show, grid]);
}
