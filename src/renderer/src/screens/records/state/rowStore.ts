import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Query, Row } from '#contract/procedures.ts';

/** Rows of one request: a few screens, answered in well under a frame. */
export const WINDOW = 200;

/** Rows that a new query shows first: as many as fit into a tall window. */
export const GLANCE = 60;

/** Milliseconds; a longer read is shown as loading. */
export const SLOW = 100;

/** Reads a page of a list; the core's `records.list`. */
export type ReadPage = (query: Query) => Promise<{ total: number; rows: Row[] }>;
/** Reads the first rows before they are counted; the core's `records.glance`. */
export type Glance = (query: Query) => Promise<{ total: number | null; rows: Row[] }>;

interface Pages {
  readonly query: Query;
  readonly key: string;
  readonly rows: Map<number, readonly Row[]>;
  readonly fresh: Set<number>;
  readonly asked: Set<number>;
  total: number;
  /** False while `total` is the count of the previous list. */
  counted: boolean;
  /** The number of requests for its first rows; an answer to an earlier request is dropped. */
  looks: number;
  /** The error of the last read. */
  error: AppError | null;
}

/** The rows that a grid draws; a new object after every change. */
export interface Rows {
  /** The key of the query shown; another query may be loading. */
  readonly key: string | null;
  readonly query: Query | null;
  /** Null before the first answer. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** True if the rows answer an earlier query or are not counted yet. */
  readonly stale: boolean;
  /** Returns the row at an index; undefined while it is not loaded. */
  readonly at: (index: number) => Row | undefined;
  /** Returns the loaded rows, in no order. */
  readonly loaded: () => readonly Row[];
  /** Returns the index of a record among the loaded rows, or -1. */
  readonly indexOf: (id: string) => number;
  /** Returns whether the row was read since the data changed; a row out of view may be outdated. */
  readonly isFresh: (index: number) => boolean;
}

/**
 * Holds the rows of one list, in pages that are read when they come into view.
 *
 * Old rows stay visible until new ones arrive, both for a new query and for changed data.
 */
export class RowStore {
  readonly #read: ReadPage;
  readonly #glance: Glance;
  readonly #listeners = new Set<() => void>();
  #shown: Pages | null = null;
  #next: Pages | null = null;
  #wanted = { first: 0, last: 0 };
  #snapshot: Rows;

  constructor(read: ReadPage, glance: Glance = read) {
    this.#read = read;
    this.#glance = glance;
    this.#snapshot = this.#make();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  readonly snapshot = (): Rows => this.#snapshot;

  /** Shows another query as soon as its first rows arrive; returns whether it sent a request. */
  setQuery(query: Query): boolean {
    const key = JSON.stringify(query);
    if (this.#shown?.key === key) {
      const overtaken = this.#next !== null;
      this.#next = null;
      if (overtaken) this.#tell();
      return false;
    }
    if (this.#next?.key === key) return false;
    this.#next = newPages(query, key);
    this.#lookAt(this.#next);
    this.#tellWhenSlow(this.#next);
    return true;
  }

  /** Requests the rows of a range that are missing or outdated. */
  want(first: number, last: number): void {
    this.#wanted = { first, last };
    if (this.#shown !== null) this.#askRange(this.#shown);
  }

  /** Handles changed data: rows in view are read again at once, others when they come into view. */
  readonly refresh = (): void => {
    for (const pages of [this.#shown, this.#next]) {
      if (pages === null) continue;
      pages.fresh.clear();
      // A pending answer may be older than the change.
      pages.asked.clear();
    }
    if (this.#next !== null) this.#lookAt(this.#next);
    if (this.#shown !== null) this.#askRange(this.#shown);
  };

  /**
   * Replaces loaded rows by their changed versions.
   *
   * The refresh that follows corrects their positions and removes those that no longer match. Rows
   * arrive in the order in which the core reads them, so later ones are never older.
   */
  put(changed: readonly Row[]): void {
    const pages = this.#shown;
    if (pages === null) return;
    const news = new Map(changed.map((row) => [row.id, row]));
    let isOther = false;
    for (const [page, rows] of pages.rows) {
      const next = rows.map((row) => same(row, news.get(row.id)));
      if (next.every((row, at) => row === rows[at])) continue;
      pages.rows.set(page, next);
      isOther = true;
    }
    if (isOther) this.#tell();
  }

  /** Requests the first rows of a query that is not shown yet. */
  #lookAt(pages: Pages): void {
    const look = (pages.looks += 1);
    this.#glance({ ...pages.query, limit: GLANCE }).then(
      (answer) => {
        if (look === pages.looks) this.#show(pages, answer);
      },
      (thrown: unknown) => this.#fail(pages, 0, thrown),
    );
  }

  #show(pages: Pages, { total, rows }: { total: number | null; rows: Row[] }): void {
    if (pages !== this.#next) return;
    // Until the rows are counted, the list keeps its old length; otherwise the scroll bar would
    // jump.
    pages.total = total ?? Math.max(this.#shown?.total ?? 0, rows.length);
    pages.counted = total !== null;
    // While a word is typed most first rows stay the same and are not rendered.
    pages.rows.set(0, reused(this.#shown?.rows.get(0), rows));
    if (pages.counted && rows.length >= Math.min(pages.total, WINDOW)) pages.fresh.add(0);
    pages.error = null;
    this.#shown = pages;
    this.#next = null;
    this.#tell();
    if (pages.fresh.has(0)) this.#askRange(pages);
    else this.#ask(pages, 0);
  }

  #askRange(pages: Pages): void {
    const { first, last } = this.#wanted;
    const most = Math.max(Math.ceil(pages.total / WINDOW) - 1, 0);
    const until = Math.min(Math.floor(last / WINDOW), most);
    for (let page = Math.floor(first / WINDOW); page <= until; page += 1)
      if (!pages.fresh.has(page)) this.#ask(pages, page);
  }

  #ask(pages: Pages, page: number): void {
    if (pages.asked.has(page)) return;
    pages.asked.add(page);
    this.#read({ ...pages.query, limit: WINDOW, offset: page * WINDOW }).then(
      (answer) => this.#take(pages, page, answer),
      (thrown: unknown) => this.#fail(pages, page, thrown),
    );
  }

  #take(pages: Pages, page: number, { total, rows }: { total: number; rows: Row[] }): void {
    if (pages !== this.#shown) return;
    pages.asked.delete(page);
    pages.fresh.add(page);
    pages.rows.set(page, reused(pages.rows.get(page), rows));
    pages.total = total;
    pages.counted = true;
    const most = Math.ceil(total / WINDOW);
    for (const known of pages.rows.keys()) if (known >= most) pages.rows.delete(known);
    pages.error = null;
    this.#tell();
    // The list may have grown below the visible range.
    this.#askRange(pages);
  }

  #fail(pages: Pages, page: number, thrown: unknown): void {
    pages.asked.delete(page);
    if (pages !== this.#shown && pages !== this.#next) return;
    pages.error = asAppError(thrown);
    this.#tell();
  }

  // Most answers arrive before a loading state would be noticed; showing it at once would draw the
  // list twice.
  #tellWhenSlow(pages: Pages): void {
    if (this.#shown === null) this.#tell();
    else setTimeout(() => pages === this.#next && this.#tell(), SLOW);
  }

  #tell(): void {
    this.#snapshot = this.#make();
    for (const listener of this.#listeners) listener();
  }

  #make(): Rows {
    const pages = this.#shown;
    return {
      key: pages?.key ?? null,
      query: pages?.query ?? null,
      total: pages?.total ?? null,
      error: this.#next?.error ?? pages?.error ?? null,
      stale: this.#next !== null || pages?.counted === false,
      at: (index) => pages?.rows.get(Math.floor(index / WINDOW))?.[index % WINDOW],
      loaded: () => [...(pages?.rows.values() ?? [])].flat(),
      indexOf: (id) => indexOf(pages, id),
      isFresh: (index) => pages?.fresh.has(Math.floor(index / WINDOW)) ?? false,
    };
  }
}

function newPages(query: Query, key: string): Pages {
  return {
    query,
    key,
    rows: new Map(),
    fresh: new Set(),
    asked: new Set(),
    total: 0,
    counted: true,
    looks: 0,
    error: null,
  };
}

function reused(old: readonly Row[] | undefined, rows: readonly Row[]): readonly Row[] {
  if (old === undefined) return rows;
  const known = new Map(old.map((row) => [row.id, row]));
  return rows.map((row) => same(known.get(row.id) ?? row, row));
}

/** Returns the old object if the row did not change, so that it is not rendered again. */
function same(before: Row, now: Row | undefined): Row {
  if (now === undefined || before === now) return before;
  return JSON.stringify(before) === JSON.stringify(now) ? before : now;
}

function indexOf(pages: Pages | null, id: string): number {
  for (const [page, rows] of pages?.rows ?? []) {
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0) return page * WINDOW + index;
  }
  return -1;
}
