import type { Workspace } from '../../workspace.ts';
import { indexTexts } from './firstLoad.ts';

/** Builds the text index that first loads owe, behind everything a person waits for. */
export class TextIndexer {
  readonly #ws;
  readonly #stop = new AbortController();
  #running: Promise<void> | null = null;
  #isDue = false;

  constructor(ws: Workspace) {
    this.#ws = ws;
  }

  /** Resolves when nothing is owed any more, or when it was stopped; never rejects. */
  start(): Promise<void> {
    this.#isDue = true;
    this.#running ??= this.#run()
      // A full disk, perhaps: until the next start a search reads the texts themselves.
      .catch((error: unknown) => this.#ws.platform.log('warn', `The text index: ${String(error)}`))
      .finally(() => {
        this.#running = null;
      });
    return this.#running;
  }

  // A load that ended while its kind had been passed already asks for one more round.
  async #run(): Promise<void> {
    while (this.#isDue && !this.#stop.signal.aborted) {
      this.#isDue = false;
      await indexTexts(this.#ws, this.#stop.signal);
    }
  }

  /** Stops for good, after the step that runs. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
