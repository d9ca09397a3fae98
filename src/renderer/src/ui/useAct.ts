import { useCallback, useState } from 'react';
import type { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName } from '#contract/procedures.ts';
import { call } from '../state/core.ts';
import { useFailure } from './useFailure.ts';

interface Trying {
  /** True while an action runs. */
  readonly busy: boolean;
  /** Why the last action failed; shown until the next one. */
  readonly error: AppError | null;
  readonly clear: () => void;
}

/** Runs actions of the user and keeps the last error on screen. */
export interface Act extends Omit<Trying, 'clear'> {
  /** Resolves to true when the action succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
}

/**
 * Runs one procedure of the core.
 *
 * `run` resolves to the answer, or to null with `error` set.
 */
interface Action<N extends ProcedureName> extends Trying {
  readonly run: (input: Input<N>) => Promise<Output<N> | null>;
}

/** Returns a runner of actions with a busy flag and the last error. */
export function useAct(): Act {
  const { busy, error, attempt } = useAttempts();
  const run = useCallback(
    async (work: () => Promise<unknown>) => (await attempt(work)) !== null,
    [attempt],
  );
  return { busy, error, run };
}

/** Returns a runner of one procedure. */
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
  /**
   * Resolves to null on failure.
   *
   * The reason is in `error`, or in a toast when the component is gone.
   */
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
