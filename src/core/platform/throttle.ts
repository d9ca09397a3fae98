import type { Clock } from './platform.ts';

/** The throttled action and its shortest interval in milliseconds. */
export interface Pace {
  readonly clock: Clock;
  readonly every: number;
  readonly act: () => void;
  /** Called if a delayed run failed. */
  readonly failed: (error: unknown) => void;
}

/** Runs an action at once, and once more for all calls within the interval. */
export class Throttle {
  readonly #pace;
  readonly #over = new AbortController();
  #at = -Infinity;
  #waits = false;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Requests a run, now or at the end of the interval. */
  readonly note = (): void => {
    const { clock, every } = this.#pace;
    const since = clock.now() - this.#at;
    // If the clock was set back, the action runs now.
    if (since < 0 || since >= every) this.now();
    else if (!this.#waits) void this.#soon(every - since);
  };

  /** Runs the action now. */
  readonly now = (): void => {
    this.#at = this.#pace.clock.now();
    this.#waits = false;
    this.#pace.act();
  };

  /** Runs the action for the last time. */
  close(): void {
    this.#over.abort();
    this.now();
  }

  async #soon(ms: number): Promise<void> {
    this.#waits = true;
    await this.#pace.clock.sleep(ms, this.#over.signal);
    // Another call already ran the action, or the throttle is closed.
    if (!this.#waits || this.#over.signal.aborted) return;
    try {
      this.now();
    } catch (error) {
      this.#pace.failed(error);
    }
  }
}
