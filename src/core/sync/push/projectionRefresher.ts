import { Throttle } from '../../platform/throttle.ts';
import { transact } from '../../store/database.ts';
import { refreshDirty } from '../../outbox/projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** The user sees the queue move this often, in milliseconds. */
const EVERY = 100;

/** The ports of the refresher. */
export interface Shown {
  /**
   * Whether the projection must follow every step at once, because a pull writes the same records.
   */
  readonly atOnce: () => boolean;
  /** Reports the progress. */
  readonly tell: () => void;
  /** Called when a refresh fails outside a call. */
  readonly failed: (error: unknown) => void;
}

/**
 * Refreshes the projection during a push: the first step at once, further steps within 100 ms
 * together.
 *
 * The records to refresh are noted in `work.db` with the change itself, so a crash loses none.
 */
export class ProjectionRefresher {
  readonly #atOnce;
  readonly #paced;

  constructor(ws: Workspace, { atOnce, tell, failed }: Shown) {
    this.#atOnce = atOnce;
    const act = () => {
      // Relaxed commits of finished operations did not wait for the disk; the first transaction
      // here makes them durable.
      refreshDirty(ws, transact);
      tell();
    };
    this.#paced = new Throttle({ clock: ws.platform.clock, every: EVERY, act, failed });
  }

  /** Notes that the outbox has changed: lists follow now or within a moment. */
  readonly note = (): void => {
    if (this.#atOnce()) this.now();
    else this.#paced.note();
  };

  /** Refreshes the projection now. */
  readonly now = (): void => this.#paced.now();

  /** Refreshes the rest and stops. */
  close(): void {
    this.#paced.close();
  }
}
