import type { TFunction } from 'i18next';
import type { Problem, Rule } from '#contract/problems.ts';

/** The rules about fields that some kinds do not let be changed after creation. */
const FIXED = [
  'same-code',
  'unknown-material',
  'unknown-fitting',
  'unknown-edge-band',
  'wrong-type',
  'size-missing',
  'size-unlike-model',
  'unknown-status',
  'stock-low',
] as const satisfies readonly Rule[];

/** What can be done about problems of one rule: nothing is advised that the server does not let be done. */
export function adviceOf(
  t: TFunction,
  rule: Rule,
  problems: readonly Pick<Problem, 'changeable'>[],
): string {
  const todo = t(`problems.rules.${rule}.todo`);
  const fixed = FIXED.find((each) => each === rule);
  const areOpen = problems.filter(({ changeable }) => changeable).length;
  if (fixed === undefined || areOpen === problems.length) return todo;
  const other = t(`problems.rules.${fixed}.fixed`);
  return areOpen === 0 ? other : `${todo} ${other}`;
}
