import { transact } from '../../store/database.ts';
import { refreshDirty } from '../../store/view.ts';
import type { Workspace } from '../../workspace.ts';

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
export class Showing {
  readonly #ws;
  readonly #shown;
  readonly #over = new AbortController();
  #at = -Infinity;
  #waits = false;

  constructor(ws: Workspace, shown: Shown) {
    this.#ws = ws;
    this.#shown = shown;
  }

  /** The work has changed: it is shown now or within a moment. */
  readonly note = (): void => {
    const since = this.#ws.platform.clock.now() - this.#at;
    // A clock that was set back must not keep it waiting.
    if (this.#shown.atOnce() || since < 0 || since >= EVERY) this.now();
    else if (!this.#waits) void this.#soon(EVERY - since);
  };

  /** Shows what is due. */
  readonly now = (): void => {
    this.#at = this.#ws.platform.clock.now();
    this.#waits = false;
    // Ends of operations were not waited for one by one: here they are, all together.
    refreshDirty(this.#ws, transact);
    this.#shown.tell();
  };

  /** Shows the rest. */
  close(): void {
    this.#over.abort();
    this.now();
  }

  async #soon(ms: number): Promise<void> {
    this.#waits = true;
    await this.#ws.platform.clock.sleep(ms, this.#over.signal);
    // Somebody else was quicker, or it is over.
    if (!this.#waits || this.#over.signal.aborted) return;
    try {
      this.now();
    } catch (error) {
      this.#shown.failed(error);
    }
  }
}
