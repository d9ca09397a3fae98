import type { ProblemCounts } from '../../state/problemCounts.ts';
import type { ProblemsView } from './problemsView.ts';

type Narrowed = Pick<ProblemsView, 'rule' | 'severity' | 'kind' | 'search'>;

/**
 * Returns how many of the listed problems can be fixed automatically.
 *
 * The counts ignore the search text. With one, `found` is used: the number found by the list,
 * undefined until known.
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
