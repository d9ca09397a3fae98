import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/**
 * Focuses an element when it is first shown, since the previous step was removed with the focus.
 */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
