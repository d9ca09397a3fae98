import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { EventName } from '#contract/events.ts';
import { STATES } from '#contract/operations.ts';
import type { Operation } from '#contract/operations.ts';
import { useCore } from '../../state/core.ts';
import { throttle } from '../../state/spaced.ts';
import { useStatus } from '../../state/status.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { needsPerson } from './model/actions.ts';
import { listingOf, MOST_LISTED, MOST_SENT, openIn } from './model/totals.ts';

/** The operations of the outbox; null until they were read for the first time. */
export interface Operations {
  readonly operations: readonly Operation[] | null;
  readonly error: AppError | null;
  readonly refresh: () => void;
}

type Kept = { current: readonly Operation[] | null };
const NONE: readonly Operation[] = [];
const NEEDY = STATES.filter((state) => needsPerson({ state }));
// A screen that is opened again starts from what was shown last, never from nothing.
const open: Kept = { current: null };
const done: Kept = { current: null };

/** Those not ended yet, and how many more wait behind them. */
export interface OpenOperations extends Operations {
  readonly more: number;
  /** All that needs a person is among them; of a long list that is read a moment after the rest. */
  readonly isWhole: boolean;
}

/**
 * What is not ended yet, oldest first, kept up to date without asking at every single notice. Of very many the
 * first are listed, and all that cannot go on without a person.
 */
export function useOpenOperations(): OpenOperations {
  const answer = useProcedure('outbox.list', {});
  const { operations, error } = keep(open, answer);
  const first = operations ?? NONE;
  const isCut = first.length >= MOST_LISTED;
  const needy = useProcedure('outbox.list', isCut ? { states: NEEDY } : null);
  const pause = Math.max(120, first.length / 4);
  const { refresh } = answer;
  const { refresh: refreshNeedy } = needy;
  const refreshBoth = useCallback(() => {
    refresh();
    refreshNeedy();
  }, [refresh, refreshNeedy]);
  useCalmRefresh('outbox.changed', refreshBoth, pause);
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

/** Everything that was sent and confirmed lately. */
export function useDoneOperations(): Operations {
  const answer = useProcedure('outbox.list', { states: ['done'], newest: true, limit: MOST_SENT });
  const pause = Math.max(400, answer.data?.operations.length ?? 0);
  useCalmRefresh('outbox.changed', answer.refresh, pause);
  return keep(done, answer);
}

function keep(kept: Kept, answer: ReturnType<typeof useProcedure<'outbox.list'>>): Operations {
  const operations = answer.data?.operations ?? kept.current;
  useEffect(() => {
    if (answer.data !== undefined) kept.current = answer.data.operations;
  }, [kept, answer.data]);
  return { operations, error: answer.error, refresh: answer.refresh };
}

// A run of thousands gives thousands of notices; a list is read again once in a while.
function useCalmRefresh(name: EventName, refresh: () => void, pause: number): void {
  const client = useCore((core) => core.client);
  // A list that grows is read less often: that must not drop what is to be read again already.
  const latest = useRef(pause);
  useEffect(() => {
    latest.current = pause;
  }, [pause]);
  useEffect(() => {
    if (client === null) return undefined;
    const { run, stop } = throttle(refresh, () => latest.current);
    const off = client.on(name, run);
    return () => {
      stop();
      off();
    };
  }, [client, name, refresh]);
}
