import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { spotOf } from '../state/spots.ts';

/** Scrolls to the top when the list shows something else, so that its first rows are visible. */
export function useTopOfNew(
  kind: Kind,
  key: string | null,
  scroll: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = key;
    // Reading or setting the scroll position of the grid would force a layout before it is drawn.
    if (before === null || before === key || spotOf(kind).scroll === 0) return;
    scroll.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [kind, key, scroll]);
}
