import type { Emit, EventData, EventName } from '#contract/events.ts';

/** Whether a notice brings rows that its writer has told before it wrote them. */
function bringsRows(name: EventName, data: EventData<EventName>): boolean {
  return name === 'records.changed' && 'rows' in data && data.rows !== undefined;
}

/**
 * The writer's side of rows that are told before they are written: counts the notices that bring some, and
 * notes in `shared`, which the readers' thread sees at once, how many of them are written.
 */
export class ProjectionSequence {
  readonly #written;
  readonly #emit;
  readonly #caughtUp;
  #told = 0;

  /** `caughtUp` says that all is written; `shared` has room for one number. */
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
 * The readers' side. While what was told is not written, reads wait, a third of a millisecond: they would
 * give what is older. What is heard of late, when something newer may have been read, is read again and not
 * taken as it was told.
 */
export class ReadBarrier {
  readonly #written;
  #heard = 0;
  #behind: PromiseWithResolvers<void> | null = null;

  constructor(shared: SharedArrayBuffer = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)) {
    this.#written = new Int32Array(shared);
  }

  /** How many notices that bring rows were heard. */
  get heard(): number {
    return this.#heard;
  }

  /** Hears a notice, and gives it as it may go on. */
  hear<N extends EventName>(name: N, data: EventData<N>): EventData<N> {
    if (!bringsRows(name, data)) return data;
    this.#heard += 1;
    if (Atomics.load(this.#written, 0) >= this.#heard) return { ...data, rows: undefined };
    this.#behind ??= Promise.withResolvers();
    return data;
  }

  /** Resolves when all that was heard is written, or is left to another writer. */
  async settled(): Promise<void> {
    await this.#behind?.promise;
  }

  /** The writer has caught up, or is gone. */
  readonly release = (): void => {
    this.#behind?.resolve();
    this.#behind = null;
  };
}
