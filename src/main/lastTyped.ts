/** Lets a page save its typed text before the program ends. */
export class LastTyped {
  #calls: Promise<unknown>[] = [];
  #done: (() => void) | null = null;

  /** Asks the page with `ask`; resolves when everything that it then saves is on the disk. */
  save(ask: () => void): Promise<void> {
    return new Promise((resolve) => {
      this.#done = resolve;
      ask();
    });
  }

  /** Takes a call of the page; only those after the question matter. */
  readonly note = (answer: Promise<unknown>): void => {
    if (this.#done !== null) this.#calls.push(answer);
  };

  /** Notes that the page has made its last calls. */
  readonly left = (): void => {
    const done = this.#done;
    if (done !== null) void Promise.allSettled(this.#calls).then(done);
  };
}
