import type { Operation, QueueCounts } from '#contract/operations.ts';
import { needsPerson } from './actions.ts';

/** The filters of the outbox. */
export const FILTERS = ['all', 'waiting', 'held', 'sending', 'needs'] as const;
export type Filter = (typeof FILTERS)[number];

/** Returns whether an operation passes a filter. */
export function passes(filter: Filter, operation: Operation): boolean {
  if (filter === 'all') return true;
  return filter === 'needs' ? needsPerson(operation) : operation.state === filter;
}

/** The amount of data still to send. */
export interface Totals {
  readonly operations: number;
  readonly files: number;
  readonly bytes: number;
}

/** Counts operations, and their files that are not uploaded yet. */
export function totalsOf(operations: readonly Operation[]): Totals {
  const files = operations.flatMap((each) => each.files).filter(({ state }) => state !== 'sent');
  return {
    operations: operations.length,
    files: files.length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** The number of open operations listed at once. */
export const MOST_LISTED = 10_000;

/** The number of sent operations listed at once. */
export const MOST_SENT = 2_000;

/** Returns the first operations, followed by later ones that need a decision. */
export function withNeedy(
  first: readonly Operation[],
  needy: readonly Operation[],
): readonly Operation[] {
  const last = first.at(-1)?.seq ?? 0;
  const behind = needy.filter(({ seq }) => seq > last);
  return behind.length === 0 ? first : [...first, ...behind];
}

/** The listed operations of the outbox. */
export interface Listing {
  readonly operations: readonly Operation[];
  /**
   * True if all operations that need a decision are listed; those after a cut list are read
   * separately.
   */
  readonly isWhole: boolean;
}

/** Returns the listing; `needy` is undefined until the later decisions were read. */
export function listingOf(
  first: readonly Operation[],
  needy: readonly Operation[] | undefined,
): Listing {
  const isWhole = first.length < MOST_LISTED || needy !== undefined;
  return { operations: withNeedy(first, needy ?? []), isWhole };
}

/** Returns the number of all open operations from the counts by state. */
export function openIn(queue: Partial<QueueCounts>): number {
  return Object.values(queue).reduce((sum, count) => sum + count, 0);
}

/** Returns the same counts as `filterCounts`, for the whole queue. */
export function queueFilterCounts(queue: QueueCounts): Readonly<Record<Filter, number>> {
  const { waiting, held, sending, unknown, refused, conflict } = queue;
  return { all: openIn(queue), waiting, held, sending, needs: unknown + refused + conflict };
}

/** Returns the number of operations that pass each filter. */
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
