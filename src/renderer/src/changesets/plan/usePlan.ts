import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Outcome, Plan, PlanCounts, PlanRow } from '#contract/plans/plan.ts';
import { call } from '../../state/core.ts';
import { touchTask } from '../../fields/undo/tasks.ts';
import { lookOf } from './look.ts';
import { PlanRows } from './planRows.ts';
import type { RowsShown } from './planRows.ts';

/** Which rows of a plan are shown: those of an outcome, those with a warning, or all of them. */
export type Filter = Outcome | 'warned' | null;

/** An open plan: its rows under a filter, its ticks, and what went wrong with either. */
export interface PlanState {
  readonly plan: Plan;
  readonly counts: PlanCounts;
  /** It was queued: its ticks are only shown. */
  readonly queued: boolean;
  readonly filter: Filter;
  readonly setFilter: (filter: Filter) => void;
  readonly rows: RowsShown;
  readonly want: (first: number, last: number) => void;
  readonly tick: (row: PlanRow, ticked: boolean) => void;
  /** Ticks every row that the filter shows and that can be queued, or takes the ticks away. */
  readonly tickShown: (ticked: boolean) => void;
  readonly error: AppError | null;
  /** Reads rows and counts anew, under another filter. */
  readonly reread: (filter: Filter) => Promise<void>;
}

/** Keeps one plan in sight; the rows themselves stay with the core, however many there are. */
export function usePlan(plan: Plan): PlanState {
  const { plan: id } = plan;
  const [filter, setFilter] = useState<Filter>(() => firstFilter(plan));
  const [epoch, setEpoch] = useState(0);
  const [now, setNow] = useState(plan);
  const [error, setError] = useState<AppError | null>(null);
  const store = useMemo(() => rowsOf(id, filter, epoch), [id, filter, epoch]);
  const rows = useSyncExternalStore(store.subscribe, store.snapshot);
  const send = useCallback(
    async (ticked: boolean, what: { rows: number[] } | { outcomes: Outcome[] }) => {
      const inScope = (row: PlanRow) =>
        isTickable(row) &&
        ('rows' in what
          ? what.rows.includes(row.row)
          : what.outcomes.includes(row.outcome) && !(ticked && row.asks));
      const takeBack = store.tick(ticked, inScope);
      touchTask('ticks');
      try {
        const counts = await call('plans.tick', { plan: id, ticked, ...what });
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
      setNow(await call('plans.get', { plan: id }));
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

/** What is shown first: all of it, but of one change to many only those that it concerns, and once queued what was left. */
export function firstFilter(plan: Plan): Filter {
  const { same, changed, error } = plan.counts;
  if (plan.state === 'queued' && error > 0) return 'error';
  return lookOf(plan).layout !== 'lines' && same > 0 && changed > 0 ? 'changed' : null;
}

const TICKABLE: ReadonlySet<Outcome> = new Set<Outcome>(['new', 'changed', 'kept']);

/** Tells whether a row can be queued at all. */
export function isTickable({ outcome }: Pick<PlanRow, 'outcome'>): boolean {
  return TICKABLE.has(outcome);
}

/** The outcomes that a tick on the whole table speaks of. */
export function shownOutcomes(filter: Filter): Outcome[] {
  // What was changed since, and what has a warning, is only ever ticked by itself.
  if (filter === null) return ['new', 'changed'];
  return filter !== 'warned' && TICKABLE.has(filter) ? [filter] : [];
}

/** The same of a tick that is taken away: none is left where it was set by itself. */
function shownTickable(filter: Filter): Outcome[] {
  return filter === null ? [...TICKABLE] : shownOutcomes(filter);
}

/** Whether any of the rows that a tick on the whole table speaks of are ticked, and whether all are. */
export function tickedOf({ counts, filter, rows }: Pick<PlanState, 'counts' | 'filter' | 'rows'>): {
  readonly some: boolean;
  readonly all: boolean;
} {
  const { ticked } = counts;
  if (filter === null)
    return { some: ticked > 0, all: ticked >= counts.new + counts.changed + counts.kept };
  // The core counts the ticks of the whole plan, whatever is shown of it.
  const own = rows.here().filter(isTickable);
  return { some: own.some((row) => row.ticked), all: own.every((row) => row.ticked) };
}

function rowsOf(plan: string, filter: Filter, _epoch: number): PlanRows {
  const only =
    filter === null ? {} : filter === 'warned' ? { warned: true } : { outcomes: [filter] };
  const rows = new PlanRows((offset, limit) =>
    call('plans.rows', { plan, ...only, offset, limit }),
  );
  rows.want(0, 0);
  return rows;
}
