import { useCallback, useEffect, useMemo } from 'react';
import type { AppError } from '#contract/errors.ts';
import { STATES } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import type { Output } from '#contract/procedures.ts';
import type { Answer } from '../../state/query.ts';
import { useStatus } from '../../state/status.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { needsPerson } from './model/actions.ts';
import { listingOf, MOST_LISTED, MOST_SENT, openIn } from './model/totals.ts';

/** Operations of the outbox; null until first read. */
export interface Operations {
  readonly operations: readonly Operation[] | null;
  readonly error: AppError | null;
  readonly refresh: () => void;
}

type KeptOperations = { current: readonly Operation[] | null };
const NONE: readonly Operation[] = [];
const NEEDY = STATES.filter((state) => needsPerson({ state }));
// A screen that opens again starts with the last list instead of an empty one.
const open: KeptOperations = { current: null };
const done: KeptOperations = { current: null };

/** The open operations, and the number of those not listed. */
export interface OpenOperations extends Operations {
  readonly more: number;
  /**
   * True if all operations that need a decision are listed; with a long list they are read
   * afterwards.
   */
  readonly isWhole: boolean;
}

/**
 * Returns the open operations, oldest first, with throttled refreshes.
 *
 * Of very many it lists the first ones, and all that need a decision.
 */
export function useOpenOperations(): OpenOperations {
  const answer = useProcedure(
    'outbox.list',
    {},
    { refreshOn: ['outbox.changed'], pause: pauseOfOpen },
  );
  const { operations, error } = keep(open, answer);
  const first = operations ?? NONE;
  const isCut = first.length >= MOST_LISTED;
  const needy = useProcedure('outbox.list', isCut ? { states: NEEDY } : null, {
    refreshOn: ['outbox.changed'],
    pause: pauseOfOpen,
  });
  const { refresh } = answer;
  const { refresh: refreshNeedy } = needy;
  const refreshBoth = useCallback(() => {
    refresh();
    refreshNeedy();
  }, [refresh, refreshNeedy]);
  const behind = needy.data?.operations;
  const { operations: listed, isWhole } = useMemo(() => listingOf(first, behind), [first, behind]);
  const total = useStatus(({ status }) => openIn(status?.queue ?? {}));
  const more = isCut ? Math.max(0, total - listed.length) : 0;
  return {
    operations: operations === null ? null : listed,
    error: error ?? needy.error,
    refresh: refreshBoth,
    more,
    isWhole,
  };
}

/** Returns the recently sent and confirmed operations, newest first. */
export function useDoneOperations(): Operations {
  const answer = useProcedure(
    'outbox.list',
    { states: ['done'], newest: true, limit: MOST_SENT },
    { refreshOn: ['outbox.changed'], pause: pauseOfDone },
  );
  return keep(done, answer);
}

// A long push sends thousands of events; the pause grows with the length of the list.
function pauseOfOpen({ data }: Answer<Output<'outbox.list'>>): number {
  return Math.max(120, (data?.operations.length ?? 0) / 4);
}

function pauseOfDone({ data }: Answer<Output<'outbox.list'>>): number {
  return Math.max(400, data?.operations.length ?? 0);
}

function keep(
  kept: KeptOperations,
  answer: ReturnType<typeof useProcedure<'outbox.list'>>,
): Operations {
  const operations = answer.data?.operations ?? kept.current;
  useEffect(() => {
    if (answer.data !== undefined) kept.current = answer.data.operations;
  }, [kept, answer.data]);
  return { operations, error: answer.error, refresh: answer.refresh };
}
