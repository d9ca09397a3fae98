import type { Emit } from '#contract/events.ts';
import { events } from '#contract/events.ts';
import type { IdleScheduler } from '../platform/idleScheduler.ts';
import { Interval } from '../platform/throttle.ts';
import { yieldToEventLoop } from '../platform/yieldToEventLoop.ts';
import { isWallClockStable } from '../history/calendar.ts';
import { forgetOldChanges, noteRuns, settleChanges } from '../history/changes.ts';
import { keepTrash, purgeTrash } from '../history/trash.ts';
import { Learner } from '../catalogue/learned/learner.ts';
import { Checker } from '../catalogue/problems/checker.ts';
import { readChecking } from '../catalogue/problems/readProblems.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Interval of progress events during a long check, in milliseconds. */
const TOLD_MS = 300;

/**
 * Updates the data derived from records: problems, remote changes, deleted records, and what the
 * records have in common.
 *
 * It receives all events and works in small background steps, so edits and pulls do not wait for
 * it. Work that an exit interrupted is done at the next start.
 */
export class MaintenanceJobs {
  readonly #ws;
  readonly #checker;
  readonly #learner;
  readonly #background;
  readonly #chores;
  #isClosed = false;
  #hasCounted = false;
  #pastIsDue = true;
  readonly #toTell;

  constructor(ws: Workspace, background: IdleScheduler) {
    this.#ws = ws;
    this.#checker = new Checker(ws);
    this.#learner = new Learner(ws.cache);
    this.#background = background;
    this.#toTell = new Interval(ws.platform.clock, TOLD_MS);
    this.#chores = {
      past: background.chore('What others changed could not be noted', () => this.#past()),
      problems: background.chore('Problems could not be checked', () => this.#check()),
      learned: background.chore('The records could not be counted', () => this.#count()),
    };
  }

  /** Receives every event of the core. */
  readonly hear: Emit = (name, data) => {
    if (name === 'records.changed' || name === 'files.changed') this.#chores.problems.wake();
    if (name === 'records.changed') this.#chores.learned.wake();
    // The rules about codes follow the kinds that a person chose.
    if (name === 'serviceFacts.changed') this.#chores.problems.wake();
    if (name !== 'sync.state') return;
    const state = events['sync.state'].safeParse(data);
    if (state.data?.running === 'pull') return;
    this.wake();
  };

  /** Schedules the work for idle time. */
  wake(): void {
    this.#pastIsDue = true;
    this.#chores.past.wake();
    this.#chores.problems.wake();
    this.#chores.learned.wake();
  }

  /** Notes all remote changes and deleted records; yields to other work between steps. */
  settle(): Promise<void> {
    return this.#background.holdFor(() => this.#settle());
  }

  async #settle(): Promise<void> {
    while (!this.#isClosed && this.#past()) await yieldToEventLoop();
  }

  /**
   * Finishes all work; yields to other work between steps.
   *
   * Returns the number of checked rows.
   */
  drain(): Promise<number> {
    return this.#background.holdFor(async () => {
      await this.#settle();
      const checked = await this.#finish(() => this.#checker.step());
      this.#tell();
      return checked;
    });
  }

  /** Counts all records that were not counted yet; returns how many. */
  countAll(): Promise<number> {
    return this.#background.holdFor(() => this.#finish(() => this.#learner.step()));
  }

  /** Repeats a step until it returns null; returns the sum of the steps. */
  async #finish(step: () => number | null): Promise<number> {
    let sum = 0;
    for (let done = step(); done !== null; done = step()) {
      sum += done;
      await yieldToEventLoop();
      if (this.#isClosed) break;
    }
    return sum;
  }

  #count(): boolean {
    const counted = this.#learner.step();
    if (counted !== null) this.#hasCounted = true;
    else if (this.#hasCounted) {
      this.#hasCounted = false;
      this.#ws.emit('learned.changed', {});
    }
    return counted !== null;
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
    // Runs before the purge: a record deleted again counts from its latest deletion.
    const kept = keepTrash(this.#ws);
    const purged = isTrusted && purgeTrash(this.#ws) > 0;
    if (kept || purged) this.#ws.emit('trash.changed', {});
    if (isTrusted) forgetOldChanges(this.#ws);
    return false;
  }

  #tell(): void {
    const checking = readChecking(this.#ws.cache);
    if (checking !== null && this.#toTell.left() > 0) return;
    this.#toTell.begin();
    this.#ws.emit('problems.changed', { checking });
  }

  close(): void {
    this.#isClosed = true;
  }
}
