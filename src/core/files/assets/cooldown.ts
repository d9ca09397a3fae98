import type { Workspace } from '../../workspace/workspace.ts';

const MINUTE = 60_000;

/** A pause of all fetches by the monotonic clock, so setting the wall clock has no effect. */
export class Cooldown {
  readonly #ws;
  /** By the monotonic clock. */
  #until = -Infinity;
  /** The wall time at which the asset store was last adjusted. */
  #followedAt = -Infinity;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** Returns the rest of the pause in milliseconds; 0 without a pause. */
  left(): number {
    return Math.max(0, this.#until - this.#ws.platform.clock.monotonicMs());
  }

  /** Starts a pause of `ms`, or extends the current one. */
  pause(ms: number): void {
    this.#until = Math.max(this.#until, this.#ws.platform.clock.monotonicMs() + ms);
  }

  end(): void {
    this.#until = -Infinity;
  }

  /**
   * Adjusts the due times of postponed paths after the wall clock was set back; returns whether it
   * changed any.
   */
  followClock(): boolean {
    const now = this.#ws.platform.clock.now();
    const since = now - this.#followedAt;
    if (since >= 0 && since < MINUTE) return false;
    this.#followedAt = now;
    return this.#ws.assets.followClock(now);
  }
}
