import { useLayoutEffect, useRef } from 'react';

/**
 * Returns a ref with the newest value.
 *
 * Handlers that read it stay the same function, so that rows are not rendered again.
 */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
