import { MOST_LISTED, MOST_NAMED } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { refOf } from './problemsView.ts';

/** Returns the next page size of a list: twice the current one, up to the limit. */
export function grown(limit: number): number {
  return Math.min(limit * 2, MOST_LISTED);
}

/** The number of fixes read and queued at once. */
const MOST_FIXED = 5000;
/** One more than shown, to find out whether there are more. */
export const FIXES_ASKED = MOST_FIXED + 1;

/** Returns the fixes to show, and whether there are more. */
export function fixesShown<F>(fixes: readonly F[]): { shown: readonly F[]; areMore: boolean } {
  return { shown: fixes.slice(0, MOST_FIXED), areMore: fixes.length > MOST_FIXED };
}

/** Splits problem references into parts that the core accepts in one call. */
export function partsOf(problems: readonly ProblemRef[]): readonly ProblemRef[][] {
  const count = Math.ceil(problems.length / MOST_NAMED);
  return Array.from({ length: count }, (_, at) =>
    problems.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED).map(refOf),
  );
}
