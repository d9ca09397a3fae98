import { useCallback, useState } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import { call } from '../state/core.ts';
import { useFailure } from './useFailure.ts';

interface Trying {
  /** True while one runs. */
  readonly busy: boolean;
  /** Why the last one could not be done; in sight until the next. */
  readonly error: AppError | null;
  readonly clear: () => void;
}

/** Runs work of a person; its error stays beside what it was about until the next try. */
export interface Act extends Omit<Trying, 'clear'> {
  /** True when the work was done. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/** The same for one call of the core: `run` gives the answer, or null when it ended in `error`. */
interface Action<N extends ProcedureName> extends Trying {
  readonly run: (input: Input<N>) => Promise<Output<N> | null>;
}

/** One place for a person's acts: busy while one runs, and its error kept in sight. */
export function useAct(): Act {
  const { busy, error, attempt } = useAttempts();
  const run = useCallback(
    async (work: () => Promise<unknown>) => (await attempt(work)) !== null,
    [attempt],
  );
  return { busy, error, run };
}

/** A procedure that is run by a person. */
export function useAction<N extends ProcedureName>(name: N): Action<N> {
  const { attempt, ...trying } = useAttempts();
  const run = useCallback(
    async (input: Input<N>) => {
      const done = await attempt(() => call(name, input));
      return done === null ? null : done.answer;
    },
    [attempt, name],
  );
  return { ...trying, run };
}

interface Attempts extends Trying {
  /** Null when it could not be done; why is in `error`, or told where nothing shows that any more. */
  readonly attempt: <T>(work: () => Promise<T>) => Promise<{ readonly answer: T } | null>;
}

function useAttempts(): Attempts {
  const [busy, setBusy] = useState(false);
  const { error, fail, clear } = useFailure();
  const attempt = useCallback(
    async <T>(work: () => Promise<T>) => {
      setBusy(true);
      clear();
      try {
        return { answer: await work() };
      } catch (thrown) {
        fail(thrown);
        return null;
      } finally {
        setBusy(false);
      }
    },
    [fail, clear],
  );
  return { busy, error, clear, attempt };
}
