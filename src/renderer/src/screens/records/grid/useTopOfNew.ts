import { useLayoutEffect, useRef } from 'react';
import type { RefObject } from 'react';
import type { Kind } from '#contract/resources/resource.ts';
import { spotOf } from '../state/spots.ts';

/** Begins at the top whenever the list shows something else: what is asked for is meant to be seen from its first row. */
export function useTopOfNew(
  kind: Kind,
  key: string | null,
  scroll: RefObject<HTMLElement | null>,
): void {
  const shown = useRef(key);
  useLayoutEffect(() => {
    const before = shown.current;
    shown.current = key;
    // To ask the grid itself, or to scroll it to where it is, would lay it out at once, before it is drawn.
    if (before === null || before === key || spotOf(kind).scroll === 0) return;
    scroll.current?.scrollTo({ top: 0, behavior: 'instant' });
  }, [kind, key, scroll]);
}
