/** Runs work of the same name one after the other, in the order of the calls. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Returns a promise that resolves after all work of a name; null if there is none. */
  over(name: string): Promise<unknown> | null {
    return this.#last.get(name) ?? null;
  }

  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name) ?? Promise.resolve();
    const mine = before.then(work);
    const over = mine.catch(() => undefined);
    this.#last.set(name, over);
    try {
      return await mine;
    } finally {
      if (this.#last.get(name) === over) this.#last.delete(name);
    }
  }
}
