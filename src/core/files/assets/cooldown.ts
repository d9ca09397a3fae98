import type { Workspace } from '../../workspace/workspace.ts';

const MINUTE = 60_000;

/** How long nothing is asked for, though the computer's clock is set back meanwhile. */
export class Cooldown {
  readonly #ws;
  /** By the steady clock. */
  #until = -Infinity;
  /** The computer's clock when the store last followed it. */
  #followedAt = -Infinity;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** How long nothing is asked for yet; 0 where nothing was told to wait. */
  left(): number {
    return Math.max(0, this.#until - this.#ws.platform.clock.monotonicMs());
  }

  /** Nothing is asked for within so long. */
  pause(ms: number): void {
    this.#until = Math.max(this.#until, this.#ws.platform.clock.monotonicMs() + ms);
  }

  end(): void {
    this.#until = -Infinity;
  }

  /** What was put off was told its time by a clock that may be set back; tells whether it was. */
  followClock(): boolean {
    const now = this.#ws.platform.clock.now();
    const since = now - this.#followedAt;
    if (since >= 0 && since < MINUTE) return false;
    this.#followedAt = now;
    return this.#ws.assets.followClock(now);
  }
}
