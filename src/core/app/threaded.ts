import { asAppError, disconnected } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Input, Output, ProcedureName, WriteName } from '#contract/procedures.ts';
import { isWrite, Listeners } from './coreApi.ts';
import type { Core } from './coreApi.ts';
import type { Platform } from '../platform/platform.ts';
import { ReaderConnection } from './readerConnection.ts';
import { startWriterThread } from './writerThread.ts';
import type { WriterThread } from './writerThread.ts';

/** The state of the writer: `lost` is restarting, `gone` waits for `restart`. */
export type WriterState = 'running' | 'lost' | 'gone';

/** A core in two halves: the reader here, the writer in its thread. */
export interface ThreadedCore extends Core {
  /** Starts a writer that is gone; resolves to whether it runs. */
  readonly restart: () => Promise<boolean>;
}

/**
 * Opens a profile in two halves.
 *
 * Rejects with `busy` when another Cabinet writes to it.
 */
export async function openThreadedCore(
  platform: Platform,
  workerUrl: URL,
  onWriter: (state: WriterState) => void = () => {},
): Promise<ThreadedCore> {
  const reads = new ReaderConnection(platform);
  const listeners = new Listeners(reads.withRows);
  const writes = new WriteSide(platform, workerUrl, listeners, reads, onWriter);
  try {
    await writes.open();
  } catch (thrown) {
    reads.close();
    throw thrown;
  }
  const dispatch = (name: string, input: unknown) =>
    isWrite(name) ? writes.call(name, input) : reads.dispatch(name, input);
  return {
    dispatch,
    call: async <N extends ProcedureName>(name: N, input: Input<N>): Promise<Output<N>> =>
      // Both halves are typed by the same table of procedures.
      (await dispatch(name, input)) as Output<N>,
    on: listeners.on,
    restart: () => writes.restart(),
    close: () => writes.close(),
  };
}

const RESTARTS = 3;
/** After this many milliseconds of running, the restart count of a writer is reset. */
const STABLE = 60_000;

class WriteSide {
  readonly #platform;
  readonly #url;
  readonly #listeners;
  readonly #reads;
  readonly #onWriter;
  readonly #closing = new AbortController();
  #thread: WriterThread | null = null;
  #startedAt = 0;
  #restarts = 0;
  #recovery: Promise<boolean> | null = null;

  constructor(
    platform: Platform,
    url: URL,
    listeners: Listeners,
    reads: ReaderConnection,
    onWriter: (state: WriterState) => void,
  ) {
    this.#platform = platform;
    this.#url = url;
    this.#listeners = listeners;
    this.#reads = reads;
    this.#onWriter = onWriter;
  }

  /** Starts the writer, then the reader, because the writer may replace a database. */
  async open(): Promise<void> {
    this.#reads.pause();
    try {
      const thread = await startWriterThread(this.#platform, this.#url, this.#listeners.emit);
      this.#reads.follow(thread.told);
      this.#thread = thread;
      this.#startedAt = this.#platform.clock.monotonicMs();
      void thread.ended.then((error) => this.#lose(thread, error));
    } finally {
      this.#reads.resume();
    }
  }

  call(name: string, input: unknown): Promise<unknown> {
    if (this.#thread === null) return Promise.reject(disconnected());
    // The thread validates name and input by the same table.
    return this.#thread.client.call(name as WriteName, input as never);
  }

  restart(): Promise<boolean> {
    if (this.#thread !== null) return Promise.resolve(true);
    this.#restarts = this.#recovery === null ? 0 : this.#restarts;
    return this.#recover();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#recovery;
    this.#reads.close();
    const thread = this.#thread;
    this.#thread = null;
    await thread?.close();
  }

  #lose(thread: WriterThread, error: AppError | null): void {
    if (this.#thread !== thread) return;
    this.#thread = null;
    this.#reads.follow(null);
    // The lost writer cannot report that its sync ended.
    this.#listeners.emit('sync.state', { running: 'idle', online: null, error: null });
    this.#platform.log('error', `The writer was lost: ${error?.message ?? 'it ended by itself'}`);
    if (this.#platform.clock.monotonicMs() - this.#startedAt > STABLE) this.#restarts = 0;
    void this.#recover();
  }

  #recover(): Promise<boolean> {
    this.#recovery ??= this.#retry().finally(() => {
      this.#recovery = null;
    });
    return this.#recovery;
  }

  async #retry(): Promise<boolean> {
    const { clock, log } = this.#platform;
    const { signal } = this.#closing;
    this.#onWriter('lost');
    while (this.#restarts < RESTARTS) {
      await clock.sleep(200 * 4 ** this.#restarts++, signal);
      if (signal.aborted) return false;
      try {
        await this.open();
        this.#onWriter('running');
        return true;
      } catch (thrown) {
        log('error', `The writer could not be started again: ${asAppError(thrown).message}`);
      }
    }
    this.#onWriter('gone');
    return false;
  }
}
