import { useCallback, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';

/** How far work on many operations has come; null while none runs. */
export interface Bulk<T> {
  readonly progress: { readonly done: number; readonly total: number } | null;
  /** The first thing that went wrong; the others were done all the same. */
  readonly failure: { readonly item: T; readonly error: AppError } | null;
  readonly run: (items: readonly T[], work: (item: T) => Promise<unknown>) => Promise<number>;
}

const SIDE_BY_SIDE = 8;
const TOLD_EVERY = 25;

/** Does the same with many operations, a few at a time; one that goes wrong stops no other. */
export function useBulk<T>(): Bulk<T> {
  const [progress, setProgress] = useState<Bulk<T>['progress']>(null);
  const [failure, setFailure] = useState<Bulk<T>['failure']>(null);
  const run = useCallback(async (items: readonly T[], work: (item: T) => Promise<unknown>) => {
    const rest = [...items];
    let done = 0;
    let good = 0;
    setFailure(null);
    setProgress({ done, total: items.length });
    const worker = async () => {
      for (let item = rest.shift(); item !== undefined; item = rest.shift()) {
        const error = await faultOf(work(item));
        if (error === null) good += 1;
        else fail(setFailure, item, error);
        done += 1;
        if (done % TOLD_EVERY === 0) setProgress({ done, total: items.length });
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
    setProgress(null);
    return good;
  }, []);
  return { progress, failure, run };
}

type SetFailure<T> = (next: (old: Bulk<T>['failure']) => Bulk<T>['failure']) => void;

function fail<T>(setFailure: SetFailure<T>, item: T, error: AppError): void {
  setFailure((old) => old ?? { item, error });
}

async function faultOf(work: Promise<unknown>): Promise<AppError | null> {
  try {
    await work;
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}
