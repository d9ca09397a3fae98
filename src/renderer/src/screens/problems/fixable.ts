import type { ProblemCounts } from '../../state/problemCounts.ts';
import type { ProblemsView } from './problemsView.ts';

type Narrowed = Pick<ProblemsView, 'rule' | 'severity' | 'kind' | 'search'>;

/**
 * How many of the listed problems can be fixed without judgement. The counts know nothing of a text that is sought: with
 * one it is what the list itself found, nothing until that is known.
 */
export function fixableIn(
  counts: ProblemCounts['counts'],
  { rule, severity, kind, search }: Narrowed,
  found: number | undefined,
): number {
  if (search.trim() !== '') return found ?? 0;
  return counts
    .filter((each) => rule === null || each.rule === rule)
    .filter((each) => severity === null || each.severity === severity)
    .filter((each) => kind === null || each.kind === kind)
    .reduce((sum, each) => sum + each.fixable, 0);
}
