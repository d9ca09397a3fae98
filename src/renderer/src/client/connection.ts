import type { AppError } from '#contract/errors.ts';

/**
 * State of a connection.
 *
 * `lost` is retried automatically; calls fail with `disconnected` until `open`.
 */
export type ConnectionState = 'connecting' | 'open' | 'lost';

/** The state of the connection, with the error that the user must resolve. */
export interface Connection {
  readonly get: () => ConnectionState;
  readonly problem: () => AppError | null;
  readonly subscribe: (listener: () => void) => () => void;
}

/** A connection whose state its owner sets. */
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
