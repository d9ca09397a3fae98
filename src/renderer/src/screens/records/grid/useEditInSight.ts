import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { isFocusLost } from '../../../ui/keys/focusBack.ts';
import type { GridContext } from './context.ts';
import type { GridVirtual } from './useGridVirtual.ts';

/** Scrolls the edited cell into view once, and closes it when it leaves the view. */
export function useEditInSight(
  { editing, rows, cursor, columns }: GridContext,
  { places, first, last }: GridVirtual,
  grid: RefObject<HTMLElement | null>,
): void {
  const { edit, see } = editing;
  const { show } = cursor;
  const row = edit?.row ?? -1;
  // The user or a view can hide the column while its cell holds a text that was not accepted.
  const isShown = columns.some(({ name }) => name === edit?.name);
  const at = isShown ? places.find((index) => rows.at(index)?.id === edit?.id) : undefined;
  const before = useRef(-1);
  useEffect(() => {
    if (at !== undefined) before.current = at;
    const isPlaceDrawn = before.current >= first && before.current <= last;
    if (see(at !== undefined ? 'drawn' : isPlaceDrawn ? 'gone' : 'scrolled')) show(row);
    // The editor was removed while it held the focus.
    else if (row >= 0 && at === undefined && isFocusLost())
      grid.current?.focus({ preventScroll: true });
  }, [edit, at, row, first, last, see, show, grid]);
}
