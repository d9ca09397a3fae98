import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import type { Db } from './database.ts';
import { dropNote, setNote } from './notes.ts';

/** So many are kept before those that are over are let go. */
const MANY = 1_000;

const PREFIX = 'taken:';
/** Behind every key that begins so. */
const END = 'taken;';
const notes = z.array(z.object({ key: z.string(), value: z.coerce.number() }));

/**
 * When a Refresh brought something into the mirror, by what the computer's clock said then and by the one that nobody
 * sets: noted in the mirror, so that the next run of the program knows it, wherever the clock is set to in between.
 */
export class IngestTimes {
  readonly #db;
  readonly #isLate;
  readonly #at = new Map<string, number>();

  /** `isLate` tells by the clock that nobody sets whether something is still of a moment ago. */
  constructor(db: Db, isLate: (at: number) => boolean) {
    this.#db = db;
    this.#isLate = isLate;
    const all = db.prepare('SELECT key, value FROM meta WHERE key >= ? AND key < ?');
    for (const { key, value } of notes.parse(all.all(PREFIX, END))) this.#at.set(key, value);
  }

  /** Notes one. Call inside a transaction. */
  note(kind: Kind, takenAt: number, at: number): void {
    const key = keyOf(kind, takenAt);
    this.#at.set(key, at);
    setNote(this.#db, key, String(at));
    if (this.#at.size > MANY) this.#forgetPast();
  }

  /** By the clock that nobody sets; null where it is not noted any more. */
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
