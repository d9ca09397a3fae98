import type { AppError } from '#contract/errors.ts';

/** `lost` is tried again by itself; calls end `disconnected` until it is `open`. */
export type ConnectionState = 'connecting' | 'open' | 'lost';

/** The state of the way to the core, and what a person must do where it cannot mend itself. */
export interface Connection {
  readonly get: () => ConnectionState;
  readonly problem: () => AppError | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A connection whose owner says how it stands. */
export class ConnectionStore implements Connection {
  #state: ConnectionState = 'connecting';
  #problem: AppError | null = null;
  readonly #listeners = new Set<() => void>();

  readonly get = () => this.#state;
  readonly problem = () => this.#problem;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  set(state: ConnectionState, problem: AppError | null = null): void {
    if (state === this.#state && problem === this.#problem) return;
    this.#state = state;
    this.#problem = problem;
    for (const listener of this.#listeners) listener();
  }
}
