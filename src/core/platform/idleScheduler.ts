import { asAppError } from '#contract/errors.ts';
import type { Emit } from '#contract/events.ts';
import { events } from '#contract/events.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';
import { Interval } from './throttle.ts';
import type { Clock, Log } from './platform.ts';

/** Idle time after the last foreground work, in milliseconds; more work often follows soon. */
const QUIET_MS = 300;
/**
 * Longest time without a slice, in milliseconds, so that background work ends even on a busy
 * thread.
 */
const PATIENCE_MS = 2_000;

/**
 * The reason that ends a sleep. Creating an error for it, as is usual, would take a tenth of the
 * time of an edit.
 */
const OVER = 'over';

/** One complete step of background work, of a few milliseconds; returns whether more is left. */
export type Slice = () => boolean;

/** Background work that can be requested. */
export interface Chore {
  /** Requests the work. A request during the work runs it once more. */
  readonly wake: () => void;
}

interface Due {
  readonly name: string;
  readonly slice: Slice;
}

/**
 * Runs background work in slices, in turns, while no foreground work runs.
 *
 * Background work is the text index, problems and missing pictures. Foreground work has priority on
 * the only writing thread. A writer that ends with its command is never idle, so there the slices
 * run between turns of the event loop.
 */
export class IdleScheduler {
  readonly #clock;
  readonly #log;
  readonly #stays;
  readonly #before;
  readonly #due = new Map<Chore, Due>();
  #last: Due | null = null;
  #holds = 0;
  /** Whether foreground work ended without an idle period since. */
  #isRestless = false;
  #syncing: (() => void) | null = null;
  #rest = new AbortController();
  /** Whether the current sleep lasts until foreground work ends. */
  #isHeldUp = false;
  #isRunning = false;
  #isClosed = false;

  /** `before` is called before each slice. */
  constructor(
    { clock, log }: { readonly clock: Clock; readonly log: Log },
    stays: boolean,
    before: () => void = () => {},
  ) {
    this.#clock = clock;
    this.#log = log;
    this.#stays = stays;
    this.#before = before;
  }

  /** Registers background work, which runs only after `wake`. */
  chore(name: string, slice: Slice): Chore {
    const chore: Chore = {
      wake: () => {
        this.#due.set(chore, { name, slice });
        this.#start();
      },
    };
    return chore;
  }

  /**
   * Registers work that cannot be cut into slices.
   *
   * It runs once for each `wake`, when no other work is due and no foreground work runs.
   */
  lastly(name: string, work: () => void): Chore {
    const slice = () => {
      work();
      return false;
    };
    return {
      wake: () => {
        this.#last = { name, slice };
        this.#start();
      },
    };
  }

  /** Marks the start of foreground work; returns a function that marks its end. */
  hold(): () => void {
    this.#holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#isRestless = true;
      // A short sleep is not interrupted: waking it takes a tenth of the time of an edit.
      if (this.#holds === 0 && this.#isHeldUp) this.#rest.abort(OVER);
    };
  }

  /** Runs foreground work, marking its start and end. */
  async holdFor<T>(work: () => T | Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Listens to the events of the core: every pull and push counts as foreground work. */
  readonly hear: Emit = (name, data) => {
    if (name !== 'sync.state') return;
    if (events['sync.state'].parse(data).running !== 'idle') this.#syncing ??= this.hold();
    else {
      this.#syncing?.();
      this.#syncing = null;
    }
  };

  /** Stops all background work; the rest is done after the next start. */
  close(): void {
    this.#isClosed = true;
    this.#rest.abort();
  }

  #start(): void {
    if (this.#isRunning || this.#isClosed) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      // Lets foreground work of the same turn start first.
      await yieldToEventLoop();
      if (this.#stays) await this.#calm();
      const [next] = this.#due;
      this.#isRunning = (next !== undefined || this.#last !== null) && !this.#isClosed;
      if (!this.#isRunning) return;
      if (next !== undefined) this.#work(...next);
      else this.#finish();
    }
  }

  /** Runs one slice; the rest of its work goes to the end of the queue. */
  #work(chore: Chore, work: Due): void {
    this.#due.delete(chore);
    if (this.#slice(work)) this.#due.set(chore, work);
  }

  /**
   * Runs the last work, unless foreground work still runs.
   *
   * That happens after `PATIENCE_MS`, and this work can wait longer.
   */
  #finish(): void {
    const work = this.#last;
    const isWaitedFor = this.#stays && (this.#holds > 0 || this.#isRestless);
    if (work === null || isWaitedFor) return;
    this.#last = null;
    this.#slice(work);
  }

  #slice({ name, slice }: Due): boolean {
    try {
      this.#before();
      return slice();
    } catch (thrown) {
      // The disk may be full. The work is tried again on the next request or start.
      this.#log('warn', `${name}: ${asAppError(thrown).message}`);
      return false;
    }
  }

  /** Resolves when no foreground work runs, or after `PATIENCE_MS`. */
  async #calm(): Promise<void> {
    const patience = new Interval(this.#clock, PATIENCE_MS);
    patience.begin();
    while (!this.#isClosed && (this.#holds > 0 || this.#isRestless)) {
      const most = patience.left();
      if (most === 0) return;
      this.#rest = new AbortController();
      this.#isHeldUp = this.#holds > 0;
      if (!this.#isHeldUp) this.#isRestless = false;
      await this.#clock.sleep(this.#isHeldUp ? most : Math.min(QUIET_MS, most), this.#rest.signal);
      this.#isHeldUp = false;
    }
  }
}
