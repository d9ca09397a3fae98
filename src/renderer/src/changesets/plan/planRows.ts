import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import type { PlanRow } from '#contract/plans/plan.ts';

/** Rows asked for at once: a few screens. */
export const PAGE = 100;

/** How a page of a plan is read; the core's `plans.rows`. */
export type ReadRows = (offset: number, limit: number) => Promise<Output<'plans.rows'>>;

/** What a table draws from; a new object after every change, the same one in between. */
export interface RowsShown {
  /** Null until the first answer. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** The row at a place, or undefined while it is not here. */
  readonly at: (index: number) => PlanRow | undefined;
  /** Those that are here. */
  readonly here: () => readonly PlanRow[];
}

type Tick = (row: PlanRow) => PlanRow;

interface Page {
  /** As it was read; empty until then. */
  read: readonly PlanRow[];
  /** Since it was asked for, in their order: it may come with what they took the place of. */
  ticks: Tick[];
  shown: readonly PlanRow[];
}

function drawn({ read, ticks }: Page): readonly PlanRow[] {
  return read.map((row) => ticks.reduce((each, shown) => shown(each), row));
}

/** The rows of one plan under one filter, read in pages as they come into view. */
export class PlanRows {
  readonly #read: ReadRows;
  readonly #listeners = new Set<() => void>();
  /** Those that are here and those that were asked for. */
  readonly #pages = new Map<number, Page>();
  #total: number | null = null;
  #error: AppError | null = null;
  #snapshot: RowsShown;

  constructor(read: ReadRows) {
    this.#read = read;
    this.#snapshot = this.#make();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): RowsShown => this.#snapshot;

  /** Asks for the rows of a range that are not here. */
  readonly want = (first: number, last: number): void => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1)
      if (!this.#pages.has(page)) void this.#ask(page);
  };

  /**
   * Shows other ticks at once; the core holds the same. What it gives takes this tick back, where the core
   * refused it: every row is shown as it was, and later ticks stay.
   */
  readonly tick = (ticked: boolean, concerns: (row: PlanRow) => boolean): (() => void) => {
    const shown = (row: PlanRow) => (concerns(row) ? { ...row, ticked } : row);
    for (const page of this.#pages.values()) {
      page.ticks.push(shown);
      page.shown = page.shown.map(shown);
    }
    this.#tell();
    return () => {
      for (const page of this.#pages.values()) {
        page.ticks = page.ticks.filter((each) => each !== shown);
        page.shown = drawn(page);
      }
      this.#tell();
    };
  };

  /** Asks again for what failed to come. */
  readonly retry = (): void => {
    this.#error = null;
    this.want(0, 0);
  };

  async #ask(number: number): Promise<void> {
    const page: Page = { read: [], ticks: [], shown: [] };
    this.#pages.set(number, page);
    try {
      const { total, rows } = await this.#read(number * PAGE, PAGE);
      page.read = rows;
      page.shown = drawn(page);
      this.#total = total;
      this.#error = null;
    } catch (thrown) {
      this.#pages.delete(number);
      this.#error = asAppError(thrown);
    }
    this.#tell();
  }

  #tell(): void {
    this.#snapshot = this.#make();
    for (const listener of this.#listeners) listener();
  }

  #make(): RowsShown {
    return {
      total: this.#total,
      error: this.#error,
      at: (index) => this.#pages.get(Math.floor(index / PAGE))?.shown[index % PAGE],
      here: () => [...this.#pages.values()].flatMap(({ shown }) => shown),
    };
  }
}
