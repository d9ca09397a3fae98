import type { Clock } from './platform.ts';

/** Says how much of an interval is left; measured by the monotonic clock. */
export class Interval {
  readonly #clock;
  readonly #ms;
  #beganAt = -Infinity;

  constructor(clock: Pick<Clock, 'monotonicMs'>, ms: number) {
    this.#clock = clock;
    this.#ms = ms;
  }

  begin(): void {
    this.#beganAt = this.#clock.monotonicMs();
  }

  /** Returns the milliseconds until the interval is over; 0 if it is over or never began. */
  left(): number {
    return Math.max(this.#beganAt + this.#ms - this.#clock.monotonicMs(), 0);
  }
}

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
  readonly #interval;
  readonly #over = new AbortController();
  #waits = false;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.#interval = new Interval(pace.clock, pace.every);
  }

  /** Requests a run, now or at the end of the interval. */
  readonly note = (): void => {
    const left = this.#interval.left();
    if (left === 0) this.now();
    else if (!this.#waits) void this.#soon(left);
  };

  /** Runs the action now. */
  readonly now = (): void => {
    this.#interval.begin();
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
