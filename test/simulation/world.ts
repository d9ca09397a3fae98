import type { Clock } from '#core/platform/platform.ts';

/** Thrown by a seam when the process of this life ends there; nothing of that life goes on. */
export class Crash extends Error {
  constructor() {
    super('the process ended here');
    this.name = 'Crash';
  }
}

/** Where a call leaves the core. */
export type Seam = 'http' | 'commit' | 'committed' | 'disk' | 'sleep';

interface Event {
  readonly at: number;
  readonly order: number;
  readonly fire: () => void;
  cancelled: boolean;
}

/** Virtual time: things happen in the order of their time, and nothing happens by itself. */
export class World {
  /** Milliseconds since the world began; the service's clock and every wait use it. */
  time = 0;
  /** Offset of the workstation's clock from the world's time. */
  skew = Date.UTC(2026, 2, 2, 8);
  /** When the workstation was started, in the world's time. */
  booted = 0;
  /** Receives a line for each event, for a replay that a person reads. */
  trace: ((line: string) => void) | null = null;
  #order = 0;
  readonly #queue: Event[] = [];

  say(line: () => string): void {
    this.trace?.(`${String(Math.round(this.time)).padStart(9)}  ${line()}`);
  }

  now(): number {
    return Math.round(this.time + this.skew);
  }

  /** Plans something; gives the means to call it off. */
  after(ms: number, fire: () => void): () => void {
    const event: Event = { at: this.time + ms, order: this.#order++, fire, cancelled: false };
    let place = this.#queue.length;
    while (place > 0 && isLater(this.#queue[place - 1], event)) place -= 1;
    this.#queue.splice(place, 0, event);
    return () => {
      event.cancelled = true;
    };
  }

  /** When the next thing happens; null when nothing is planned. */
  nextAt(): number | null {
    while (this.#queue[0]?.cancelled === true) this.#queue.shift();
    return this.#queue[0]?.at ?? null;
  }

  /** Lets the next thing happen; false when nothing is planned. */
  step(): boolean {
    if (this.nextAt() === null) return false;
    const event = this.#queue.shift();
    if (event === undefined) return false;
    this.time = Math.max(this.time, event.at);
    event.fire();
    return true;
  }
}

function isLater(other: Event | undefined, event: Event): boolean {
  return (
    other !== undefined &&
    (other.at > event.at || (other.at === event.at && other.order > event.order))
  );
}

/** Failures that replace the work of a seam. */
export type Trouble = 'kill' | 'power' | 'error';

/** Decides at each seam call whether something happens there. */
export type AtSeam = (seam: Seam, count: number) => Trouble | null;

/** One run of the program on the workstation, from its start to its end or its death. */
export class Life {
  alive = true;
  calls = 0;
  readonly world: World;
  readonly #atSeam: AtSeam;
  readonly #die: (how: 'kill' | 'power', seam: Seam) => void;

  constructor(world: World, atSeam: AtSeam, die: (how: 'kill' | 'power', seam: Seam) => void) {
    this.world = world;
    this.#atSeam = atSeam;
    this.#die = die;
  }

  /** Called at every seam call; true when this call must fail. Throws `Crash` where the life ends. */
  call(seam: Seam): boolean {
    if (!this.alive) throw new Crash();
    this.calls += 1;
    const trouble = this.#atSeam(seam, this.calls);
    if (trouble === null) return false;
    if (trouble === 'error') return true;
    this.alive = false;
    this.#die(trouble, seam);
    throw new Crash();
  }

  clock(): Clock {
    return {
      now: () => this.world.now(),
      monotonicMs: () => this.world.time - this.world.booted,
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          if (!this.alive) return;
          if (signal?.aborted === true) return resolve();
          const wake = () => {
            if (this.alive) resolve();
          };
          const cancel = this.world.after(Math.max(0, Math.min(ms, 2_000_000_000)), wake);
          signal?.addEventListener('abort', () => {
            cancel();
            wake();
          });
        }),
    };
  }
}

/** Lets everything run that waits for nothing but its turn. */
export async function turns(count = 6): Promise<void> {
  for (let i = 0; i < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
}
