import type { Operation, QueueCounts } from '#contract/operations.ts';
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

/** So many operations are listed at once. */
export const MOST_LISTED = 10_000;

/** So many of what was sent. */
export const MOST_SENT = 2_000;

/** What is listed first, and behind it what needs a person and stands further back. */
export function withNeedy(
  first: readonly Operation[],
  needy: readonly Operation[],
): readonly Operation[] {
  const last = first.at(-1)?.seq ?? 0;
  const behind = needy.filter(({ seq }) => seq > last);
  return behind.length === 0 ? first : [...first, ...behind];
}

/** What is listed of the outbox. */
export interface Listing {
  readonly operations: readonly Operation[];
  /** All that needs a person is among them; behind a list that is cut it may not have been read yet. */
  readonly isWhole: boolean;
}

/** What stands first, and what of the rest needs a person: undefined until that was read. */
export function listingOf(
  first: readonly Operation[],
  needy: readonly Operation[] | undefined,
): Listing {
  const isWhole = first.length < MOST_LISTED || needy !== undefined;
  return { operations: withNeedy(first, needy ?? []), isWhole };
}

/** How many operations wait in all, by their states. */
export function openIn(queue: Partial<QueueCounts>): number {
  return Object.values(queue).reduce((sum, count) => sum + count, 0);
}

/** The same as `filterCounts` of a whole queue. */
export function queueFilterCounts(queue: QueueCounts): Readonly<Record<Filter, number>> {
  const { waiting, held, sending, unknown, refused, conflict } = queue;
  return { all: openIn(queue), waiting, held, sending, needs: unknown + refused + conflict };
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
