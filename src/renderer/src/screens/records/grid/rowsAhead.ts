/** Rows requested beyond the view, so that scrolling seldom meets an unloaded row. */
const AHEAD = 100;
const ASK_EVERY = 40;
/** How many times a request is delayed while the list scrolls fast. */
const MOST_WAITS = 4;

/**
 * Requests the rows around the view, throttled.
 *
 * A dragged scroll bar passes thousands of rows that need not be read. Far from the last request,
 * only the rows in view are requested first: the rows around them would delay them.
 */
export class RowPrefetcher {
  readonly #want: (first: number, last: number) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #top = 0;
  #seen = 0;
  #before = 0;
  #asked = 0;
  #waits = 0;

  constructor(want: (first: number, last: number) => void) {
    this.#want = want;
  }

  /** Notes the first row in view and the number of rows in view. */
  see(top: number, seen: number): void {
    this.#top = top;
    this.#seen = seen;
    this.#timer ??= setTimeout(this.#ask, ASK_EVERY);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  readonly #ask = (): void => {
    const flies = Math.abs(this.#top - this.#before) > AHEAD && this.#waits < MOST_WAITS;
    this.#before = this.#top;
    this.#waits = flies ? this.#waits + 1 : 0;
    const isFar = Math.abs(this.#top - this.#asked) > AHEAD;
    this.#timer = flies || isFar ? setTimeout(this.#ask, ASK_EVERY) : undefined;
    if (flies) return;
    this.#asked = this.#top;
    const around = isFar ? 0 : AHEAD;
    this.#want(Math.max(this.#top - around, 0), this.#top + this.#seen + around);
  };
}
