import { useEffect } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { EventName } from '#contract/events.ts';
import type { Operation } from '#contract/operations.ts';
import { useCore } from '../../state/core.ts';
import { useProcedure } from '../../state/useProcedure.ts';

/** The operations of the outbox; null until they were read for the first time. */
export interface Operations {
  readonly operations: readonly Operation[] | null;
  readonly error: AppError | null;
  readonly refresh: () => void;
}

type Kept = { current: readonly Operation[] | null };
// A screen that is opened again starts from what was shown last, never from nothing.
const open: Kept = { current: null };
const done: Kept = { current: null };

/** Everything not ended yet, oldest first, kept up to date without asking at every single notice. */
export function useOpenOperations(): Operations {
  const answer = useProcedure('outbox.list', {});
  const pause = Math.max(120, (answer.data?.operations.length ?? 0) / 4);
  useCalmRefresh('outbox.changed', answer.refresh, pause);
  return keep(open, answer);
}

/** Everything that was sent and confirmed lately. */
export function useDoneOperations(): Operations {
  const answer = useProcedure('outbox.list', { states: ['done'], newest: true, limit: 2_000 });
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
  useEffect(() => {
    if (client === null) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const stop = client.on(name, () => {
      if (timer !== undefined) return;
      const wait = Math.max(0, last + pause - Date.now());
      timer = setTimeout(() => {
        timer = undefined;
        last = Date.now();
        refresh();
      }, wait);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, name, refresh, pause]);
}
