import type { Emit } from '#contract/events.ts';
import { events } from '#contract/events.ts';
import { asAppError } from '#contract/errors.ts';
import { forgetOldChanges, noteRuns, settleChanges } from './past/changes.ts';
import { keepTrash, purgeTrash } from './past/trash.ts';
import { Checker } from './problems/checker.ts';
import { readChecking } from './problems/readProblems.ts';
import type { Workspace } from './workspace.ts';

/** A person sees a long check move this often, in milliseconds. */
const TOLD_MS = 300;

/**
 * Keeps in line what is derived from the records: problems, what others changed, deleted records. It
 * hears of changes as every window does and works in small steps after them, so that neither an edit
 * nor a pull waits for it; what a killed process left undone is done on the next start.
 */
export class Keeper {
  readonly #ws;
  readonly #checker;
  #scheduled = false;
  #closed = false;
  #pastIsDue = true;
  #toldAt = -Infinity;

  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#checker = new Checker(ws);
  }

  /** Hears every notice of the core. */
  readonly hear: Emit = (name, data) => {
    if (name === 'records.changed' || name === 'files.changed') this.wake();
    if (name !== 'sync.state') return;
    const state = events['sync.state'].safeParse(data);
    if (state.data?.running === 'pull') return;
    this.#pastIsDue = true;
    this.wake();
  };

  /** Looks for work when what runs now is over. */
  wake(): void {
    if (this.#scheduled || this.#closed) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (!this.#closed) this.#turn();
    });
  }

  #turn(): void {
    try {
      if (this.#past()) return this.wake();
      const looked = this.#checker.step();
      if (looked === null) return;
      this.#tell();
      this.wake();
    } catch (thrown) {
      this.#ws.platform.log(
        'error',
        `Problems could not be checked: ${asAppError(thrown).message}`,
      );
    }
  }

  /** Works to the end, others first between the steps; gives how many rows were looked at. */
  async drain(): Promise<number> {
    let checked = 0;
    while (this.#past()) await turn();
    for (let looked = this.#checker.step(); looked !== null; looked = this.#checker.step()) {
      checked += looked;
      await turn();
      if (this.#closed) break;
    }
    this.#tell();
    return checked;
  }

  #past(): boolean {
    if (!this.#pastIsDue) return false;
    noteRuns(this.#ws);
    if (settleChanges(this.#ws) > 0) return true;
    this.#pastIsDue = false;
    const purged = purgeTrash(this.#ws) > 0;
    if (keepTrash(this.#ws) || purged) this.#ws.emit('trash.changed', {});
    forgetOldChanges(this.#ws);
    return false;
  }

  #tell(): void {
    const checking = readChecking(this.#ws.cache);
    const now = this.#ws.platform.clock.now();
    if (checking !== null && now - this.#toldAt < TOLD_MS) return;
    this.#toldAt = now;
    this.#ws.emit('problems.changed', { checking });
  }

  close(): void {
    this.#closed = true;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
