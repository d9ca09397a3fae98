import { Worker } from 'node:worker_threads';
import { asAppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Log } from '../../platform/platform.ts';
import type { ListParser, PackedPage } from '../../platform/listParser.ts';
import { pageAnswer } from './protocol.ts';
import type { PageAnswer, PageQuestion } from './protocol.ts';

/** Smaller answers are read in the time that it takes to send them over. */
const WORTH_BYTES = 256 * 1024;

/**
 * Megabytes. A heap that may grow to gigabytes is let grow before anything is collected; a page takes ten.
 * An answer for which this is too little is read by the writer, like any other that cannot be taken.
 */
const ROOM = { maxYoungGenerationSizeMb: 48, maxOldGenerationSizeMb: 512 };

/**
 * Takes pages apart in a thread of its own, which is started by the first large one and ended when a pull
 * is over. Until it is there, and when it is lost, pages are read where they arrived: nothing waits for
 * it, and nothing is lost with it, since it works on a copy.
 */
export class PagesThread implements ListParser {
  readonly #url;
  readonly #log;
  readonly #open = new Map<number, (page: PackedPage | null) => void>();
  #worker: Worker | null = null;
  #isReady = false;
  #starting: Promise<boolean> = Promise.resolve(false);
  #started: (isThere: boolean) => void = () => {};
  /** It was lost, and is not started again before the next pull. */
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

  /** Starts the thread where there is none; resolves whether it is there. */
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
    // Without this listener a thread's error would end the whole program.
    worker.on('error', (thrown) => this.#lose(worker, asAppError(thrown).message));
    worker.on('exit', (code) => this.#lose(worker, `it ended with ${code}`));
  }

  /** Null where the computer has no thread to give. */
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
    // Not started again and again: with the next pull it may be another matter.
    this.#isLost = true;
  }

  #tell(why: string): void {
    this.#log('warn', `Pages are taken apart by the writer itself: ${why}`);
  }

  #settle(id: number, page: PackedPage | null): void {
    this.#open.get(id)?.(page);
    this.#open.delete(id);
  }

  /** Whoever waits reads its page itself. */
  #giveBack(): void {
    for (const id of this.#open.keys()) this.#settle(id, null);
  }
}
