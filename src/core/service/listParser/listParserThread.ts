import { Worker } from 'node:worker_threads';
import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Log } from '../../platform/platform.ts';
import type { ListParser, PackedPage } from '../../platform/listParser.ts';
import { pageAnswer } from './protocol.ts';
import type { PageAnswer, PageQuestion } from './protocol.ts';

/** Smaller answers are parsed faster than they are sent to the thread. */
const WORTH_BYTES = 256 * 1024;

/**
 * In megabytes. Without a limit the heap could grow to gigabytes before a collection; a page takes
 * ten.
 *
 * An answer that needs more is parsed by the writer, like any other that the thread cannot parse.
 */
const ROOM = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/**
 * Parses list pages in a thread of its own.
 *
 * The first large page starts it; the end of a pull ends it. Before it is ready, and when it is
 * lost, pages are parsed in the calling thread. Nothing waits for it, and its loss loses no data,
 * since it works on a copy.
 */
export class PagesThread implements ListParser {
  readonly #url;
  readonly #log;
  readonly #open = new Map<number, (page: PackedPage | null) => void>();
  #worker: Worker | null = null;
  #isReady = false;
  #starting: Promise<boolean> = Promise.resolve(false);
  #started: (isThere: boolean) => void = () => {};
  /** The thread was lost; it is not started again before the next pull. */
  #isLost = false;
  #last = 0;

  constructor(url: URL, log: Log) {
    this.#url = url;
    this.#log = log;
  }

  take(kind: Kind, body: Buffer): Promise<PackedPage | null> {
    if (body.length < WORTH_BYTES) return Promise.resolve(null);
    void this.start();
    const worker = this.#worker;
    if (worker === null || !this.#isReady) return Promise.resolve(null);
    const id = ++this.#last;
    const question: PageQuestion = { id, kind, body: new Uint8Array(body) };
    return new Promise((resolve) => {
      this.#open.set(id, resolve);
      worker.postMessage(question, [question.body.buffer]);
    });
  }

  /** Starts the thread unless it runs; resolves with whether it is available. */
  start(): Promise<boolean> {
    if (this.#worker === null && !this.#isLost) this.#launch();
    return this.#starting;
  }

  #launch(): void {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#starting = promise;
    this.#started = resolve;
    const worker = this.#begun();
    this.#worker = worker;
    if (worker === null) return resolve(false);
    worker.on('message', (message: unknown) => {
      const { data } = pageAnswer.safeParse(message);
      if (data === undefined) this.#lose(worker, 'what came back is no page');
      else this.#hear(worker, data);
    });
    worker.on('messageerror', (thrown) => this.#lose(worker, thrown.message));
    // Without this listener an error of the thread would end the whole program.
    worker.on('error', (thrown) => this.#lose(worker, asAppError(thrown).message));
    worker.on('exit', (code) => this.#lose(worker, `it ended with ${code}`));
  }

  /** Returns null where the computer cannot start a thread. */
  #begun(): Worker | null {
    try {
      return new Worker(this.#url, { name: 'cabinet-pages', execArgv: [], resourceLimits: ROOM });
    } catch (thrown) {
      this.#tell(asAppError(thrown).message);
      this.#isLost = true;
      return null;
    }
  }

  rest(): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#isLost = false;
    this.#isReady = false;
    this.#started(false);
    this.#starting = Promise.resolve(false);
    this.#giveBack();
    void worker?.terminate();
  }

  #hear(worker: Worker, answer: PageAnswer): void {
    if (worker !== this.#worker) return;
    if (answer.type === 'page') this.#settle(answer.id, answer.page);
    else {
      this.#isReady = true;
      this.#started(true);
    }
  }

  #lose(worker: Worker, why: string): void {
    if (worker !== this.#worker) return;
    this.#tell(why);
    this.rest();
    // Prevents restarts in this pull; the next pull tries again.
    this.#isLost = true;
  }

  #tell(why: string): void {
    this.#log('warn', `Pages are taken apart by the writer itself: ${why}`);
  }

  #settle(id: number, page: PackedPage | null): void {
    this.#open.get(id)?.(page);
    this.#open.delete(id);
  }

  /** Resolves all pending pages with null; their callers parse the pages themselves. */
  #giveBack(): void {
    for (const id of this.#open.keys()) this.#settle(id, null);
  }
}
