import type { Emit } from '#contract/events.ts';
import { events } from '#contract/events.ts';
import type { Background } from '../platform/idleScheduler.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';
import { isWallClockStable } from '../history/calendar.ts';
import { forgetOldChanges, noteRuns, settleChanges } from '../history/changes.ts';
import { keepTrash, purgeTrash } from '../history/trash.ts';
import { Checker } from '../catalogue/problems/checker.ts';
import { readChecking } from '../catalogue/problems/readProblems.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A person sees a long check move this often, in milliseconds. */
const TOLD_MS = 300;

/**
 * Keeps in line what is derived from the records: problems, what others changed, deleted records. It
 * hears of changes as every window does and works in small steps in the background, so that neither an
 * edit nor a pull waits for it; what a killed process left undone is done on the next start.
 */
export class MaintenanceJobs {
  readonly #ws;
  readonly #checker;
  readonly #background;
  readonly #chores;
  #isClosed = false;
  #pastIsDue = true;
  #toldAt = -Infinity;

  constructor(ws: Workspace, background: Background) {
    this.#ws = ws;
    this.#checker = new Checker(ws);
    this.#background = background;
    this.#chores = {
      past: background.chore('What others changed could not be noted', () => this.#past()),
      problems: background.chore('Problems could not be checked', () => this.#check()),
    };
  }

  /** Hears every notice of the core. */
  readonly hear: Emit = (name, data) => {
    if (name === 'records.changed' || name === 'files.changed') this.#chores.problems.wake();
    if (name !== 'sync.state') return;
    const state = events['sync.state'].safeParse(data);
    if (state.data?.running === 'pull') return;
    this.wake();
  };

  /** Looks for work when nobody waits for anything else. */
  wake(): void {
    this.#pastIsDue = true;
    this.#chores.past.wake();
    this.#chores.problems.wake();
  }

  /** Notes what others changed and what is deleted to the end, others first between the steps. */
  settle(): Promise<void> {
    return this.#background.holdFor(() => this.#settle());
  }

  async #settle(): Promise<void> {
    while (!this.#isClosed && this.#past()) await yieldToEventLoop();
  }

  /** Works to the end, others first between the steps; gives how many rows were looked at. */
  drain(): Promise<number> {
    return this.#background.holdFor(async () => {
      let checked = 0;
      await this.#settle();
      for (let looked = this.#checker.step(); looked !== null; looked = this.#checker.step()) {
        checked += looked;
        await yieldToEventLoop();
        if (this.#isClosed) break;
      }
      this.#tell();
      return checked;
    });
  }

  #check(): boolean {
    const looked = this.#checker.step();
    if (looked !== null) this.#tell();
    return looked !== null;
  }

  #past(): boolean {
    if (!this.#pastIsDue) return false;
    const noted = noteRuns(this.#ws);
    const settled = settleChanges(this.#ws);
    if (noted + settled > 0) this.#ws.emit('pulls.changed', {});
    if (settled > 0) return true;
    this.#pastIsDue = false;
    const isTrusted = isWallClockStable(this.#ws);
    // Before any is let go of: what was deleted again since is as old as that.
    const kept = keepTrash(this.#ws);
    const purged = isTrusted && purgeTrash(this.#ws) > 0;
    if (kept || purged) this.#ws.emit('trash.changed', {});
    if (isTrusted) forgetOldChanges(this.#ws);
    return false;
  }

  #tell(): void {
    const checking = readChecking(this.#ws.cache);
    const now = this.#ws.platform.clock.monotonicMs();
    if (checking !== null && now - this.#toldAt < TOLD_MS) return;
    this.#toldAt = now;
    this.#ws.emit('problems.changed', { checking });
  }

  close(): void {
    this.#isClosed = true;
  }
}
