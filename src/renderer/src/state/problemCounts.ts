import type { Output } from '#contract/procedures.ts';
import type { Answer } from './query.ts';
import { useProcedure } from './useProcedure.ts';

export type ProblemCounts = Output<'problems.counts'>;

/** How many problems of which rule and kind there are, kept true while records change. */
export function useProblemCounts(): Answer<ProblemCounts> & { readonly refresh: () => void } {
  return useProcedure('problems.counts', {}, { refreshOn: ['problems.changed'] });
}

/** How many problems stand open and are not hidden; 0 until that is known. */
export function useProblemCount(): number {
  const { data } = useProblemCounts();
  return data?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
}
