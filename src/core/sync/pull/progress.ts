import type { Kind } from '#contract/resources/resource.ts';
import type { Workspace } from '../../workspace/workspace.ts';

const PROGRESS_MS = 100;
const CHANGED_MS = 1_000;

/** Reports the progress of the pull of one kind to the screen, throttled. */
export class Progress {
  readonly #ws;
  readonly #kind;
  #toldAt = -Infinity;
  #changedAt: number;
  #changed = false;

  constructor(ws: Workspace, kind: Kind) {
    this.#ws = ws;
    this.#kind = kind;
    this.#changedAt = ws.platform.clock.monotonicMs();
  }

  tell(phase: 'pull' | 'check', done: number, total: number | null): void {
    const now = this.#ws.platform.clock.monotonicMs();
    if (now - this.#toldAt < PROGRESS_MS && done !== total) return;
    this.#toldAt = now;
    this.#ws.emit('sync.progress', { phase, kind: this.#kind, done, total });
  }

  /** Notes that rows changed; the lists are notified about once a second. */
  change(): void {
    this.#changed = true;
    const now = this.#ws.platform.clock.monotonicMs();
    if (now - this.#changedAt >= CHANGED_MS) this.flush();
  }

  /** Reports every change that was not reported yet. */
  flush(): void {
    if (!this.#changed) return;
    this.#changed = false;
    this.#changedAt = this.#ws.platform.clock.monotonicMs();
    this.#ws.emit('records.changed', { kind: this.#kind });
  }
}
