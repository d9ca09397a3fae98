/** Rows asked for beyond what is in view, so that a wheel seldom meets an empty one. */
const AHEAD = 100;
const ASK_EVERY = 40;
/** How often the question waits for a list that flies past to come to rest. */
const MOST_WAITS = 4;

/**
 * Asks for the rows around the view: a dragged scroll bar passes thousands that nobody will see. Far from where
 * it asked last the rows in view come first and alone: what lies around them would be read and drawn together
 * with what one waits for.
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

  /** Tells which row is the first in view, and how many there are. */
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
