/** Work of one name is done in the order in which it was asked for, each piece when the one before it is over. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>();

  /** Resolves when all that was asked for under a name is over; null where nothing is. */
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
