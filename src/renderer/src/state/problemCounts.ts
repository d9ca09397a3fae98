import type { Output } from '#contract/procedures.ts';
import type { Answer } from './query.ts';
import { useProcedure } from './useProcedure.ts';

export type ProblemCounts = Output<'problems.counts'>;

/** Returns the numbers of problems by rule and kind, updated as records change. */
export function useProblemCounts(): Answer<ProblemCounts> & { readonly refresh: () => void } {
  return useProcedure('problems.counts', {}, { refreshOn: ['problems.changed'] });
}

/** Returns the number of open problems that are not hidden; 0 until known. */
export function useProblemCount(): number {
  const { data } = useProblemCounts();
  return data?.counts.reduce((sum, { count }) => sum + count, 0) ?? 0;
}
