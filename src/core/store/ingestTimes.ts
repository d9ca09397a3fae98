import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { dropNote, setNote } from './notes.ts';

/** The number of entries after which outdated ones are deleted. */
const MANY = 1_000;

const PREFIX = 'taken:';
/** Sorts after every key with the prefix. */
const END = 'taken;';
const notes = z.array(z.object({ key: z.string(), value: z.coerce.number() }));

/**
 * Stores the monotonic time at which a pull wrote to the mirror, by its wall-clock time.
 *
 * The times are stored in the mirror for the next run of the program. They stay valid if the wall
 * clock is set in between.
 */
export class IngestTimes {
  readonly #db;
  readonly #isLate;
  readonly #at = new Map<string, number>();

  /** `isLate` returns whether a monotonic time is still recent. */
  constructor(db: Db, isLate: (at: number) => boolean) {
    this.#db = db;
    this.#isLate = isLate;
    const all = db.prepare('SELECT key, value FROM meta WHERE key >= ? AND key < ?');
    for (const { key, value } of notes.parse(all.all(PREFIX, END))) this.#at.set(key, value);
  }

  /** Stores the monotonic time of a pull. Call inside a transaction. */
  note(kind: Kind, takenAt: number, at: number): void {
    const key = keyOf(kind, takenAt);
    this.#at.set(key, at);
    setNote(this.#db, key, String(at));
    if (this.#at.size > MANY) this.#forgetPast();
  }

  /** Returns the monotonic time of a pull; null if it is no longer stored. */
  of(kind: Kind, takenAt: number): number | null {
    return this.#at.get(keyOf(kind, takenAt)) ?? null;
  }

  #forgetPast(): void {
    for (const [key, at] of this.#at) {
      if (this.#isLate(at)) continue;
      this.#at.delete(key);
      dropNote(this.#db, key);
    }
  }
}

function keyOf(kind: Kind, takenAt: number): string {
  return `${PREFIX}${kind}:${takenAt}`;
}
