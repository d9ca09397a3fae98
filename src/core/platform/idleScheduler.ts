import { asAppError } from '#contract/errors.ts';
import type { Emit } from '#contract/events.ts';
import { events } from '#contract/events.ts';
import { yieldToEventLoop } from './yieldToEventLoop.ts';
import type { Clock, Log } from './platform.ts';

/** After the last thing that somebody waited for, in milliseconds: the next one is often close behind. */
const QUIET_MS = 300;
/** However busy it is, a piece of the work is done this often, in milliseconds: it must end some day. */
const PATIENCE_MS = 2_000;

/** Why a rest ends: an error made for it, as is usual, would take a tenth of what an edit does. */
const OVER = 'over';

/** A piece of some work, a few milliseconds long and whole in itself; tells whether there is more. */
export type Slice = () => boolean;

/** Work that can be asked for. */
export interface Chore {
  /** There may be something to do; asked for while it is being done, it is looked at once more. */
  readonly wake: () => void;
}

interface Due {
  readonly name: string;
  readonly slice: Slice;
}

/**
 * Does what nobody waits for — the text index, problems, pictures to look for — in slices, by turns, and
 * only while nothing runs that somebody does wait for: the one thread that writes is theirs first. A
 * writer that ends with its command has no quiet moments: there it goes on between the turns of the work.
 */
export class Background {
  readonly #clock;
  readonly #log;
  readonly #stays;
  readonly #before;
  readonly #due = new Map<Chore, Due>();
  #last: Due | null = null;
  #holds = 0;
  /** Something ended, and no quiet moment has passed since. */
  #isRestless = false;
  #syncing: (() => void) | null = null;
  #rest = new AbortController();
  /** The rest is one that lasts until something that was waited for is over. */
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

  /** Makes some work known; nothing of it is done before it is woken. */
  chore(name: string, slice: Slice): Chore {
    const chore: Chore = {
      wake: () => {
        this.#due.set(chore, { name, slice });
        this.#start();
      },
    };
    return chore;
  }

  /** Work for once, when nothing else is due and nobody waits for anything: it cannot be cut into slices. */
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

  /** Somebody waits for something from now on; gives the means to say that it is over. */
  hold(): () => void {
    this.#holds += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holds -= 1;
      this.#isRestless = true;
      // A short rest is slept out: to wake somebody takes a tenth of what an edit does.
      if (this.#holds === 0 && this.#isHeldUp) this.#rest.abort(OVER);
    };
  }

  /** The same for as long as some work takes. */
  async holdFor<T>(work: () => T | Promise<T>): Promise<T> {
    const release = this.hold();
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Hears every notice of the core: a pull and a push are waited for, whoever began them. */
  readonly hear: Emit = (name, data) => {
    if (name !== 'sync.state') return;
    if (events['sync.state'].parse(data).running !== 'idle') this.#syncing ??= this.hold();
    else {
      this.#syncing?.();
      this.#syncing = null;
    }
  };

  /** Nothing more is done; what is left is there at the next start. */
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
      // Whoever begins something in this very turn is heard first.
      await yieldToEventLoop();
      if (this.#stays) await this.#calm();
      const [next] = this.#due;
      this.#isRunning = (next !== undefined || this.#last !== null) && !this.#isClosed;
      if (!this.#isRunning) return;
      if (next !== undefined) this.#work(...next);
      else this.#finish();
    }
  }

  /** One slice of the work whose turn it is; more of it comes behind all others. */
  #work(chore: Chore, work: Due): void {
    this.#due.delete(chore);
    if (this.#slice(work)) this.#due.set(chore, work);
  }

  /** What comes last, unless somebody waits: patience had an end then, and this has time. */
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
      // A full disk, perhaps: it is tried again when there is something new to do, or at the next start.
      this.#log('warn', `${name}: ${asAppError(thrown).message}`);
      return false;
    }
  }

  /** Resolves when nobody waits for anything, or when the work was put off for long enough. */
  async #calm(): Promise<void> {
    const from = this.#clock.now();
    while (!this.#isClosed && (this.#holds > 0 || this.#isRestless)) {
      const waited = this.#clock.now() - from;
      // A clock that was set back must not make anybody wait for it.
      if (waited < 0 || waited >= PATIENCE_MS) return;
      const most = PATIENCE_MS - waited;
      this.#rest = new AbortController();
      this.#isHeldUp = this.#holds > 0;
      if (!this.#isHeldUp) this.#isRestless = false;
      await this.#clock.sleep(this.#isHeldUp ? most : Math.min(QUIET_MS, most), this.#rest.signal);
      this.#isHeldUp = false;
    }
  }
}
