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
}

/** The rows of one plan under one filter, read in pages as they come into view. */
export class PlanRows {
  readonly #read: ReadRows;
  readonly #listeners = new Set<() => void>();
  readonly #pages = new Map<number, readonly PlanRow[]>();
  readonly #asked = new Set<number>();
  /** In their order: a page that was asked for before one of them may come with what it took the place of. */
  readonly #ticks: ((row: PlanRow) => PlanRow)[] = [];
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
      if (!this.#asked.has(page)) void this.#ask(page);
  };

  /** Shows other ticks at once; the core holds the same. */
  readonly tick = (ticked: boolean, concerns: (row: PlanRow) => boolean): void => {
    const shown = (row: PlanRow) => (concerns(row) ? { ...row, ticked } : row);
    this.#ticks.push(shown);
    for (const [page, rows] of this.#pages) this.#pages.set(page, rows.map(shown));
    this.#tell();
  };

  /** Asks again for what failed to come. */
  readonly retry = (): void => {
    this.#error = null;
    this.want(0, 0);
  };

  async #ask(page: number): Promise<void> {
    this.#asked.add(page);
    const before = this.#ticks.length;
    try {
      const { total, rows } = await this.#read(page * PAGE, PAGE);
      const since = this.#ticks.slice(before);
      this.#pages.set(
        page,
        rows.map((row) => since.reduce((each, shown) => shown(each), row)),
      );
      this.#total = total;
      this.#error = null;
    } catch (thrown) {
      this.#asked.delete(page);
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
      at: (index) => this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE],
    };
  }
}
