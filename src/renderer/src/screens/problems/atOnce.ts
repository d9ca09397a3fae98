import { MOST_LISTED, MOST_NAMED } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { refOf } from './problemsView.ts';

/** How many rows a list asks for when it comes to the end of so many. */
export function grown(limit: number): number {
  return Math.min(limit * 2, MOST_LISTED);
}

/** So many fixes are read and queued at once. */
const MOST_FIXED = 5000;
/** One more is asked for than is shown, so that it is known whether there are more. */
export const FIXES_ASKED = MOST_FIXED + 1;

/** The fixes that are shown, and whether there are more of them. */
export function fixesShown<F>(fixes: readonly F[]): { shown: readonly F[]; areMore: boolean } {
  return { shown: fixes.slice(0, MOST_FIXED), areMore: fixes.length > MOST_FIXED };
}

/** The places of problems, so many at once as the core takes in one call. */
export function partsOf(problems: readonly ProblemRef[]): readonly ProblemRef[][] {
  const count = Math.ceil(problems.length / MOST_NAMED);
  return Array.from({ length: count }, (_, at) =>
    problems.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED).map(refOf),
  );
}
