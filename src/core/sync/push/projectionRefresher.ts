import { Throttle } from '../../platform/throttle.ts';
import { transact } from '../../store/database.ts';
import { refreshDirty } from '../../outbox/projection.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** A person sees the queue move this often, in milliseconds. */
const EVERY = 100;

/** What the showing of a push asks of it. */
export interface Shown {
  /** Whether a list must be in line with every step: a pull writes the same records beside it. */
  readonly atOnce: () => boolean;
  /** Says how far it is. */
  readonly tell: () => void;
  /** Something failed while nobody waited for it. */
  readonly failed: (error: unknown) => void;
}

/**
 * Brings the lists in line behind a push: the first step at once, those that follow close behind it
 * together. What is due stands in the work, so that a kill forgets none of it, and is on the disk
 * together with what it is about before anybody is told.
 */
export class ProjectionRefresher {
  readonly #atOnce;
  readonly #paced;

  constructor(ws: Workspace, { atOnce, tell, failed }: Shown) {
    this.#atOnce = atOnce;
    const act = () => {
      // Ends of operations were not waited for one by one: here they are, all together.
      refreshDirty(ws, transact);
      tell();
    };
    this.#paced = new Throttle({ clock: ws.platform.clock, every: EVERY, act, failed });
  }

  /** The work has changed: it is shown now or within a moment. */
  readonly note = (): void => {
    if (this.#atOnce()) this.now();
    else this.#paced.note();
  };

  /** Shows what is due. */
  readonly now = (): void => this.#paced.now();

  /** Shows the rest. */
  close(): void {
    this.#paced.close();
  }
}
