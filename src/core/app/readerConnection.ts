import { disconnected } from '#contract/errors.ts';
import type { EventData } from '#contract/events.ts';
import type { Dispatch } from '#contract/rpc/serve.ts';
import { readDispatch } from './coreApi.ts';
import type { Platform } from '../platform/platform.ts';
import { attachRows } from '../catalogue/queries/attachRows.ts';
import { ReadBarrier } from './projectionSequence.ts';
import { closeStores, openStores } from '../workspace/readStores.ts';
import type { ReadStores } from '../workspace/readStores.ts';

/**
 * The reader beside a writer that may restart.
 *
 * Reads wait while the databases are replaced.
 */
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
    // Rows announced during the read are newer, so the read is repeated.
    return isOld ? (await this.#read(name, input)).answer : answer;
  };

  async #read(name: string, input: unknown): Promise<{ answer: unknown; isOld: boolean }> {
    await this.#told.settled();
    await this.#gate?.promise;
    const { heard } = this.#told;
    const answer = await this.#dispatch(name, input);
    return { answer, isOld: this.#told.heard !== heard };
  }

  /** Follows the events of a writer; `null` when the writer has ended. */
  follow(told: ReadBarrier | null): void {
    this.#told.release();
    this.#told = told ?? new ReadBarrier();
  }

  /** Adds the changed rows to an event, while the databases are open. */
  readonly withRows = (changed: EventData<'records.changed'>): EventData<'records.changed'> =>
    attachRows(this.#stores, changed);

  /** Closes the databases and makes reads wait. */
  pause(): void {
    this.#gate ??= Promise.withResolvers<void>();
    this.#letGo();
  }

  /** Reopens the databases where possible and releases the waiting reads. */
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

const refuse: Dispatch = () => Promise.reject(disconnected());
