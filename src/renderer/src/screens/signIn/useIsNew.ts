import { useEffect } from 'react';
import type { Status } from '#contract/procedures.ts';
import { useStatus } from '../../state/status.ts';

const KEY = 'cabinet:known';

/** Nobody signed in and nothing here; null while the core has not said and none was here before. */
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

/** A profile in which there is nothing to look at and nothing to lose. */
export function nothingHere({ signedIn, counts, queue }: Status): boolean {
  const sum = (numbers: Readonly<Record<string, number>>) =>
    Object.values(numbers).reduce((total, each) => total + each, 0);
  return !signedIn && sum(counts) === 0 && sum(queue) === 0;
}
