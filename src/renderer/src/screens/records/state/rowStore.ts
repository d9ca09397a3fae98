import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Query, Row } from '#contract/procedures.ts';

/** Rows asked for at once: a few screens, well under a frame to answer. */
export const WINDOW = 200;

/** The rows that a new query shows first: as many as a tall window holds. */
export const GLANCE = 60;

/** What takes longer than this, in milliseconds, is said to be on its way. */
export const SLOW = 100;

/** How a list page is read; the core's `records.list`. */
export type ReadPage = (query: Query) => Promise<{ total: number; rows: Row[] }>;
/** How the first rows are had before they are counted; the core's `records.glance`. */
export type Glance = (query: Query) => Promise<{ total: number | null; rows: Row[] }>;

interface Pages {
  readonly query: Query;
  readonly key: string;
  readonly rows: Map<number, readonly Row[]>;
  readonly fresh: Set<number>;
  readonly asked: Set<number>;
  total: number;
  /** False while `total` is what the list had before. */
  counted: boolean;
  /** How often its first rows were asked for: an answer from before a change is not the one. */
  looks: number;
  /** Why it was not read when it was asked for last. */
  error: AppError | null;
}

/** What a grid draws from. A new object after every change, the same one in between. */
export interface Rows {
  /** The query whose rows are shown; another one may be on its way. */
  readonly key: string | null;
  readonly query: Query | null;
  /** Null while nothing at all is known. */
  readonly total: number | null;
  readonly error: AppError | null;
  /** What is shown answers an earlier query, or is not counted yet. */
  readonly stale: boolean;
  /** The row at a place, or undefined while it is not here. */
  readonly at: (index: number) => Row | undefined;
  /** The place of a record among the rows that are here, or -1. */
  readonly indexOf: (id: string) => number;
  /** The row at a place was read since the data changed: one that is out of sight may have been another's meanwhile. */
  readonly isFresh: (index: number) => boolean;
}

/**
 * Holds the rows of one list: windows of a query, asked for as they come into view. Rows stay in
 * sight until others take their place, both when the query changes and when the data does.
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

  /** Shows another query as soon as its first rows are here; tells whether it had to ask. */
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

  /** Asks for the rows of a range that are not here, or no longer true. */
  want(first: number, last: number): void {
    this.#wanted = { first, last };
    if (this.#shown !== null) this.#askRange(this.#shown);
  }

  /** The data changed: what is in view is asked for again, the rest when it comes into view. */
  readonly refresh = (): void => {
    for (const pages of [this.#shown, this.#next]) {
      if (pages === null) continue;
      pages.fresh.clear();
      // An answer under way may be older than the change.
      pages.asked.clear();
    }
    if (this.#next !== null) this.#lookAt(this.#next);
    if (this.#shown !== null) this.#askRange(this.#shown);
  };

  /**
   * Puts changed rows in the place of those that are here. Where they belong now, and whether they still do,
   * is in the refresh that follows the change. They come in the order in which the core reads, as the pages do:
   * what comes later is never older.
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

  /** Asks for the first rows of a query that is not shown yet. */
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
    // Until they are counted the list stays as long as it was: it would jump to and fro otherwise.
    pages.total = total ?? Math.max(this.#shown?.total ?? 0, rows.length);
    pages.counted = total !== null;
    // With every letter of a word most first rows stay the same: they are not drawn again.
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
    // The list may have become longer under the place where one stands.
    this.#askRange(pages);
  }

  #fail(pages: Pages, page: number, thrown: unknown): void {
    pages.asked.delete(page);
    if (pages !== this.#shown && pages !== this.#next) return;
    pages.error = asAppError(thrown);
    this.#tell();
  }

  // An answer is here before anybody could see that it is awaited: to say so at once draws the list twice.
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

/** The row as it is now: a row that says the same is the same object, so that it is not drawn again. */
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
