import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type {
  Outcome,
  Changeset,
  ChangesetCounts,
  ChangesetRow,
} from '#contract/changesets/changeset.ts';
import { call } from '../../state/core.ts';
import { touchTask } from '../../fields/undo/tasks.ts';
import { lookOf } from './look.ts';
import { ChangesetRows } from './changesetRows.ts';
import type { RowsShown } from './changesetRows.ts';

/** The filter of a preview: an outcome, rows with a warning, or all. */
export type Filter = Outcome | 'warned' | null;

/** An open changeset: its rows, filter, check marks and errors. */
export interface ChangesetState {
  readonly plan: Changeset;
  readonly counts: ChangesetCounts;
  /** True once it was queued; its check marks are then read-only. */
  readonly queued: boolean;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly rows: RowsShown;
  readonly want: (first: number, last: number) => void;
  readonly tick: (row: ChangesetRow, ticked: boolean) => void;
  /** Checks or unchecks all shown rows that can be queued. */
  readonly tickShown: (ticked: boolean) => void;
  readonly error: AppError | null;
  /** Reads rows and counts again, with another filter. */
  readonly reread: (filter: Filter) => Promise<void>;
}

/** Keeps a changeset for a preview; its rows stay in the core and are read in pages. */
export function useChangeset(plan: Changeset): ChangesetState {
  const { plan: id } = plan;
  const [filter, setFilter] = useState<Filter>(() => firstFilter(plan));
  const [epoch, setEpoch] = useState(0);
  const [now, setNow] = useState(plan);
  const [error, setError] = useState<AppError | null>(null);
  const store = useMemo(() => rowsOf(id, filter, epoch), [id, filter, epoch]);
  const rows = useSyncExternalStore(store.subscribe, store.snapshot);
  const send = useCallback(
    async (ticked: boolean, what: { rows: number[] } | { outcomes: Outcome[] }) => {
      const inScope = (row: ChangesetRow) =>
        isTickable(row) &&
        ('rows' in what
          ? what.rows.includes(row.row)
          : what.outcomes.includes(row.outcome) && !(ticked && row.asks));
      const takeBack = store.tick(ticked, inScope);
      touchTask('ticks');
      try {
        const counts = await call('changesets.tick', { plan: id, ticked, ...what });
        setNow((old) => ({ ...old, counts }));
        setError(null);
      } catch (thrown) {
        takeBack();
        setError(asAppError(thrown));
      }
    },
    [id, store],
  );
  const reread = useCallback(
    async (next: Filter) => {
      setNow(await call('changesets.get', { plan: id }));
      setFilter(next);
      setEpoch((old) => old + 1);
    },
    [id],
  );
  return {
    plan,
    counts: now.counts,
    queued: now.state === 'queued',
    filter,
    setFilter,
    rows,
    want: store.want,
    tick: (row, ticked) => void send(ticked, { rows: [row.row] }),
    tickShown: (ticked) =>
      void send(ticked, { outcomes: ticked ? shownOutcomes(filter) : shownTickable(filter) }),
    error: error ?? rows.error,
    reread,
  };
}

/**
 * Returns the first filter: all rows, only changed ones for a bulk change, or errors once queued.
 */
export function firstFilter(plan: Changeset): Filter {
  const { same, changed, error } = plan.counts;
  if (plan.state === 'queued' && error > 0) return 'error';
  return lookOf(plan).layout !== 'lines' && same > 0 && changed > 0 ? 'changed' : null;
}

const TICKABLE: ReadonlySet<Outcome> = new Set<Outcome>(['new', 'changed', 'kept']);

/** Returns whether a row can be queued. */
export function isTickable({ outcome }: Pick<ChangesetRow, 'outcome'>): boolean {
  return TICKABLE.has(outcome);
}

/** Returns the outcomes that the check box for all rows affects. */
export function shownOutcomes(filter: Filter): Outcome[] {
  // Rows changed since then, and rows with a warning, are only checked one by one.
  if (filter === null) return ['new', 'changed'];
  return filter !== 'warned' && TICKABLE.has(filter) ? [filter] : [];
}

/** Returns the outcomes to uncheck, including rows that were checked one by one. */
function shownTickable(filter: Filter): Outcome[] {
  return filter === null ? [...TICKABLE] : shownOutcomes(filter);
}

/** Returns whether some, and whether all, of the rows under the filter are checked. */
export function tickedOf({
  counts,
  filter,
  rows,
}: Pick<ChangesetState, 'counts' | 'filter' | 'rows'>): {
  readonly some: boolean;
  readonly all: boolean;
} {
  const { ticked } = counts;
  if (filter === null)
    return { some: ticked > 0, all: ticked >= counts.new + counts.changed + counts.kept };
  // The core counts the check marks of the whole changeset, not of the filter.
  const own = rows.here().filter(isTickable);
  return { some: own.some((row) => row.ticked), all: own.every((row) => row.ticked) };
}

function rowsOf(plan: string, filter: Filter, _epoch: number): ChangesetRows {
  const only =
    filter === null ? {} : filter === 'warned' ? { warned: true } : { outcomes: [filter] };
  const rows = new ChangesetRows((offset, limit) =>
    call('changesets.rows', { plan, ...only, offset, limit }),
  );
  rows.want(0, 0);
  return rows;
}
