import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Output } from '#contract/procedures.ts';
import type { ChangesetRow } from '#contract/changesets/changeset.ts';

/** Rows of one request: a few screens. */
export const PAGE = 100;

/** Reads a page of a changeset; the core's `changesets.rows`. */
export type ReadRows = (offset: number, limit: number) => Promise<Output<'changesets.rows'>>;

/** The rows that a table draws; a new object after every change. */
export interface RowsShown {
  /** Null before the first answer. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** Returns the row at an index; undefined while it is not loaded. */
  readonly at: (index: number) => ChangesetRow | undefined;
  /** Returns all loaded rows. */
  readonly here: () => readonly ChangesetRow[];
}

type Tick = (row: ChangesetRow) => ChangesetRow;

interface Page {
  /** The rows as read; empty before. */
  read: readonly ChangesetRow[];
  /** The check marks set since the request, in order: the answer may still hold older ones. */
  ticks: Tick[];
  shown: readonly ChangesetRow[];
}

function drawn({ read, ticks }: Page): readonly ChangesetRow[] {
  return read.map((row) => ticks.reduce((each, shown) => shown(each), row));
}

/** Holds the rows of a changeset under one filter, in pages read when they come into view. */
export class ChangesetRows {
  readonly #read: ReadRows;
  readonly #listeners = new Set<() => void>();
  /** The pages that are loaded or requested. */
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

  /** Requests the rows of a range that are not loaded. */
  readonly want = (first: number, last: number): void => {
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1)
      if (!this.#pages.has(page)) void this.#ask(page);
  };

  /**
   * Shows changed check marks at once, before the core has answered.
   *
   * Returns a function that reverts this change if the core refuses it; later changes stay.
   */
  readonly tick = (ticked: boolean, concerns: (row: ChangesetRow) => boolean): (() => void) => {
    const shown = (row: ChangesetRow) => (concerns(row) ? { ...row, ticked } : row);
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

  /** Clears the error, and requests the first page again if it is missing. */
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
