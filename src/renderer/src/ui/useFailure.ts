import { useCallback, useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { tellError } from './tellError.ts';

/** Why the last thing that a person asked for here could not be done; in sight until the next. */
export interface Failure {
  readonly error: AppError | null;
  /** Shows it beside what was asked for; told aloud where that is not on the screen any more. */
  readonly fail: (thrown: unknown) => void;
  readonly clear: () => void;
}

/** Keeps why something could not be done, and never to itself. */
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

// Another card may have come in the place of the one on which it was asked: nothing stays beside that one.
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
