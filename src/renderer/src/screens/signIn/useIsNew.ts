import { useEffect } from 'react';
import type { Status } from '#contract/procedures.ts';
import { useStatus } from '../../state/status.ts';

const KEY = 'cabinet:known';

/**
 * Returns whether the profile is new: signed out and empty.
 *
 * Null if the core has not answered yet and the profile was never known as used.
 */
export function useIsNew(): boolean | null {
  const status = useStatus((state) => state.status);
  const isNew = status === null ? null : nothingHere(status);
  useEffect(() => {
    if (isNew === false) localStorage.setItem(KEY, '1');
    if (isNew === true) localStorage.removeItem(KEY);
  }, [isNew]);
  if (isNew !== null) return isNew;
  return localStorage.getItem(KEY) === null ? null : false;
}

/** Returns whether the profile has no session, no records and no pending changes. */
export function nothingHere({ signedIn, counts, queue }: Status): boolean {
  const sum = (numbers: Readonly<Record<string, number>>) =>
    Object.values(numbers).reduce((total, each) => total + each, 0);
  return !signedIn && sum(counts) === 0 && sum(queue) === 0;
}
