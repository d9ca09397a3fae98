import type { TFunction } from 'i18next';
import type { Problem, Rule } from '#contract/problems.ts';

/** The rules about fields that some kinds do not allow to change after creation. */
const FIXED = [
  'same-code',
  'unknown-material',
  'unknown-fitting',
  'unknown-edge-band',
  'unknown-record',
  'wrong-type',
  'size-missing',
  'size-unlike-model',
  'unknown-status',
  'stock-low',
] as const satisfies readonly Rule[];

/** Returns the advice for the problems of a rule; it suggests only permitted changes. */
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
