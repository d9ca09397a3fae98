import { MOST_LISTED, MOST_NAMED } from '#contract/problems.ts';
import type { ProblemRef } from '#contract/problems.ts';
import { refOf } from './problemsView.ts';

/** How many rows a list asks for when it comes to the end of so many. */
export function grown(limit: number): number {
  return Math.min(limit * 2, MOST_LISTED);
}

/** The places of problems, so many at once as the core takes in one call. */
export function partsOf(problems: readonly ProblemRef[]): readonly ProblemRef[][] {
  const count = Math.ceil(problems.length / MOST_NAMED);
  return Array.from({ length: count }, (_, at) =>
    problems.slice(at * MOST_NAMED, (at + 1) * MOST_NAMED).map(refOf),
  );
}
