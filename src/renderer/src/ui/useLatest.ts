import { useLayoutEffect, useRef } from 'react';

/** The newest value for handlers that stay the same function, so that rows are not drawn again. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
