import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { tellError } from './tellError.ts';

/** The error of the last action; shown until the next one. */
export interface Failure {
  readonly error: AppError | null;
  /** Shows the error in the component, or as a toast when the component is gone. */
  readonly fail: (thrown: unknown) => void;
  readonly clear: () => void;
}

/** Keeps the last error; none is lost. */
export function useFailure(): Failure {
  const [error, setError] = useState<AppError | null>(null);
  const isShown = useIsShown();
  const fail = useCallback(
    (thrown: unknown) => {
      if (isShown.current) setError(asAppError(thrown));
      else tellError(thrown);
    },
    [isShown],
  );
  const clear = useCallback(() => setError(null), []);
  return { error, fail, clear };
}

// Tracks whether the component is mounted. An unmounted one must not set its error, because another
// card may have taken its place.
function useIsShown(): RefObject<boolean> {
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
