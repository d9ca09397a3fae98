import type { Operation } from '#contract/operations.ts';
import { needsPerson } from './actions.ts';

/** Which operations the outbox shows. */
export const FILTERS = ['all', 'waiting', 'held', 'sending', 'needs'] as const;
export type Filter = (typeof FILTERS)[number];

/** Tells whether an operation belongs to what is shown. */
export function passes(filter: Filter, operation: Operation): boolean {
  if (filter === 'all') return true;
  return filter === 'needs' ? needsPerson(operation) : operation.state === filter;
}

/** How much is still to be sent. */
export interface Totals {
  readonly operations: number;
  readonly files: number;
  readonly bytes: number;
}

/** Counts operations, and the files among them that are not at the service yet. */
export function totalsOf(operations: readonly Operation[]): Totals {
  const files = operations.flatMap((each) => each.files).filter(({ state }) => state !== 'sent');
  return {
    operations: operations.length,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** How many operations each filter shows. */
export function filterCounts(operations: readonly Operation[]): Readonly<Record<Filter, number>> {
  const count = (filter: Filter) => operations.filter((each) => passes(filter, each)).length;
  return {
    all: operations.length,
    waiting: count('waiting'),
    held: count('held'),
    sending: count('sending'),
    needs: count('needs'),
  };
}
