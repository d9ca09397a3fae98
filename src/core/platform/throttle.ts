import type { Clock } from './platform.ts';

/** What is paced: how often it is done at most, in milliseconds, and what it is. */
export interface Pace {
  readonly clock: Clock;
  readonly every: number;
  readonly act: () => void;
  /** It failed while nobody waited for it. */
  readonly failed: (error: unknown) => void;
}

/** Does something at once, and once more for all that asks for it close behind. */
export class Throttle {
  readonly #pace;
  readonly #over = new AbortController();
  #at = -Infinity;
  #waits = false;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** It is due: it is done now or within a moment. */
  readonly note = (): void => {
    const { clock, every } = this.#pace;
    const since = clock.now() - this.#at;
    // A clock that was set back must not keep it waiting.
    if (since < 0 || since >= every) this.now();
    else if (!this.#waits) void this.#soon(every - since);
  };

  /** Does it. */
  readonly now = (): void => {
    this.#at = this.#pace.clock.now();
    this.#waits = false;
    this.#pace.act();
  };

  /** Does it for the last time. */
  close(): void {
    this.#over.abort();
    this.now();
  }

  async #soon(ms: number): Promise<void> {
    this.#waits = true;
    await this.#pace.clock.sleep(ms, this.#over.signal);
    // Somebody else was quicker, or it is over.
    if (!this.#waits || this.#over.signal.aborted) return;
    try {
      this.now();
    } catch (error) {
      this.#pace.failed(error);
    }
  }
}
