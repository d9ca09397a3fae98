import type { Kind } from '#contract/resources/resource.ts';
import { Interval } from '../../platform/throttle.ts';
import type { Workspace } from '../../workspace/workspace.ts';

const PROGRESS_MS = 100;
const CHANGED_MS = 1_000;

/** Reports the progress of the pull of one kind to the screen, throttled. */
export class Progress {
  readonly #ws;
  readonly #kind;
  readonly #toTell;
  readonly #toChange;
  #changed = false;

  constructor(ws: Workspace, kind: Kind) {
    this.#ws = ws;
    this.#kind = kind;
    this.#toTell = new Interval(ws.platform.clock, PROGRESS_MS);
    this.#toChange = new Interval(ws.platform.clock, CHANGED_MS);
    this.#toChange.begin();
  }

  tell(phase: 'pull' | 'check', done: number, total: number | null): void {
    if (this.#toTell.left() > 0 && done !== total) return;
    this.#toTell.begin();
    this.#ws.emit('sync.progress', { phase, kind: this.#kind, done, total });
  }

  /** Notes that rows changed; the lists are notified about once a second. */
  change(): void {
    this.#changed = true;
    if (this.#toChange.left() === 0) this.flush();
  }

  /** Reports every change that was not reported yet. */
  flush(): void {
    if (!this.#changed) return;
    this.#changed = false;
    this.#toChange.begin();
    this.#ws.emit('records.changed', { kind: this.#kind });
  }
}
