import type { Emit, EventData, EventName } from '#contract/events.ts';

/** Returns whether an event carries rows that are not written yet. */
function bringsRows(name: EventName, data: EventData<EventName>): boolean {
  return name === 'records.changed' && 'rows' in data && data.rows !== undefined;
}

/**
 * The writer's side of rows that are announced before they are written.
 *
 * It counts the events with rows. `shared` holds how many of them are written, and the reader's
 * thread sees that number at once.
 */
export class ProjectionSequence {
  readonly #written;
  readonly #emit;
  readonly #caughtUp;
  #told = 0;

  /** `caughtUp` reports that all rows are written; `shared` holds one number. */
  constructor(shared: SharedArrayBuffer, emit: Emit, caughtUp: () => void) {
    this.#written = new Int32Array(shared);
    this.#emit = emit;
    this.#caughtUp = caughtUp;
  }

  readonly emit: Emit = (name, data) => {
    if (bringsRows(name, data)) this.#told += 1;
    this.#emit(name, data);
  };

  readonly caughtUp = (): void => {
    Atomics.store(this.#written, 0, this.#told);
    this.#caughtUp();
  };
}

/**
 * The reader's side of rows that are announced before they are written.
 *
 * Reads wait for the write, about a third of a millisecond; otherwise they would return older rows.
 * Rows of a late event are dropped and queried again, since newer ones may have been read.
 */
export class ReadBarrier {
  readonly #written;
  #heard = 0;
  #behind: PromiseWithResolvers<void> | null = null;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#written = new Int32Array(shared);
  }

  /** The number of received events with rows. */
  get heard(): number {
    return this.#heard;
  }

  /** Registers an event and returns it in the form to forward. */
  hear<N extends EventName>(name: N, data: EventData<N>): EventData<N> {
    if (!bringsRows(name, data)) return data;
    this.#heard += 1;
    if (Atomics.load(this.#written, 0) >= this.#heard) return { ...data, rows: undefined };
    this.#behind ??= Promise.withResolvers();
    return data;
  }

  /** Resolves when all announced rows are written, or when the writer is replaced. */
  async settled(): Promise<void> {
    await this.#behind?.promise;
  }

  /** Call it when the writer has caught up or has ended. */
  readonly release = (): void => {
    this.#behind?.resolve();
    this.#behind = null;
  };
}
