import { useEffect, useRef } from 'react';
import type { RefObject } from 'react';

/** Gives an element the focus when it is first shown: what had it before is gone with its step. */
export function useFirstFocus<T extends HTMLElement>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
