import { AppError } from '#contract/errors.ts';
import type { EventData } from '#contract/events.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { readDispatch } from './coreApi.ts';
import type { Platform } from '../platform/platform.ts';
import { attachRows } from '../catalogue/queries/attachRows.ts';
import { ReadBarrier } from './projectionSequence.ts';
import { closeStores, openStores } from '../workspace/readStores.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/** The reading half beside a writer that may be started anew: reads wait while databases change hands. */
export class ReaderConnection {
  readonly #platform;
  #stores: ReadStores | null = null;
  #dispatch: Dispatch = refuse;
  #gate: PromiseWithResolvers<void> | null = null;
  #told = new ReadBarrier();
  #closed = false;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  readonly dispatch: Dispatch = async (name, input) => {
    const { answer, isOld } = await this.#read(name, input);
    // What was told while it was read is newer: nothing older may come behind it.
    return isOld ? (await this.#read(name, input)).answer : answer;
  };

  async #read(name: string, input: unknown): Promise<{ answer: unknown; isOld: boolean }> {
    await this.#told.settled();
    await this.#gate?.promise;
    const { heard } = this.#told;
    const answer = await this.#dispatch(name, input);
    return { answer, isOld: this.#told.heard !== heard };
  }

  /** Follows what a writer tells from now on; `null` when it is gone. */
  follow(told: ReadBarrier | null): void {
    this.#told.release();
    this.#told = told ?? new ReadBarrier();
  }

  /** Lays the rows beside a notice of their change, while there is something to read them from. */
  readonly withRows = (changed: EventData<'records.changed'>): EventData<'records.changed'> =>
    attachRows(this.#stores, changed);

  /** Lets the databases go and makes reads wait. */
  pause(): void {
    this.#gate ??= Promise.withResolvers<void>();
    this.#letGo();
  }

  /** Opens the databases again, as far as they can be, and lets waiting reads through. */
  resume(): void {
    try {
      if (!this.#closed) this.#takeUp();
    } catch (thrown) {
      this.#platform.log('warn', `The profile cannot be read: ${String(thrown)}`);
    } finally {
      this.#gate?.resolve();
      this.#gate = null;
    }
  }

  close(): void {
    this.#closed = true;
    this.follow(null);
    this.#letGo();
  }

  #takeUp(): void {
    this.#stores = openStores(this.#platform);
    this.#dispatch = readDispatch(this.#stores, this.#platform);
  }

  #letGo(): void {
    if (this.#stores !== null) closeStores(this.#stores);
    this.#stores = null;
    this.#dispatch = refuse;
  }
}

const refuse: Dispatch = () =>
  Promise.reject(new AppError('disconnected', 'The core has stopped; what was saved is safe.'));
