import { DIGEST_BYTES, digestOf } from '../record/digest.ts';
import type { UnchangedEntryScanner } from './unchangedEntryScanner.ts';

/** What is remembered of an answer, entry by entry: its length and digest beside the id that it had. */
export interface EntryDigests {
  readonly ids: readonly string[];
  /** For each id the length of its entry, four bytes, and its digest. */
  readonly marks: Buffer;
}

/** What is remembered of the answer before, and which of its records the mirror still holds as it showed them. */
export interface Remembered extends EntryDigests {
  readonly isTrusted: (id: string) => boolean;
}

const MARK = 4 + DIGEST_BYTES;

/** The length of the entry that stands at `index`. */
export function lengthAt({ marks }: Pick<EntryDigests, 'marks'>, index: number): number {
  return marks.readUInt32LE(index * MARK);
}

/** The digest of the entry that stands at `index`. */
export function digestAt({ marks }: Pick<EntryDigests, 'marks'>, index: number): Buffer {
  return marks.subarray(index * MARK + 4, (index + 1) * MARK);
}

/** Remembers the entries of an answer; `ids` and `entries` stand in the same order. */
export function piecesOf(
  ids: readonly string[],
  entries: readonly { readonly length: number; readonly digest: Uint8Array }[],
): EntryDigests {
  const marks = Buffer.allocUnsafe(entries.length * MARK);
  for (const [index, { length, digest }] of entries.entries()) {
    marks.writeUInt32LE(length, index * MARK);
    marks.set(digest, index * MARK + 4);
  }
  return { ids, marks };
}

/**
 * Follows an answer along what is remembered of the one before: an entry whose bytes are the same where
 * they are expected is recognised by its digest, without being looked through or parsed.
 */
export class UnchangedEntries implements UnchangedEntryScanner {
  readonly #bytes;
  readonly #known;
  readonly #isTrusted;
  #next = 0;
  #places: ReadonlyMap<string, number> | null = null;
  /** The remembered entries of the answer, by where they start. */
  readonly found = new Map<number, { readonly id: string; readonly digest: Uint8Array }>();
  /** The digests of the others, by where they start. */
  readonly digests = new Map<number, Uint8Array>();

  constructor(bytes: Buffer, known: EntryDigests, isTrusted: (id: string) => boolean) {
    this.#bytes = bytes;
    this.#known = known;
    this.#isTrusted = isTrusted;
  }

  over(at: number): number {
    const index = this.#next++;
    const id = this.#known.ids[index];
    if (id === undefined || !this.#isTrusted(id)) return -1;
    const end = at + lengthAt(this.#known, index);
    if (end > this.#bytes.length) return -1;
    const digest = digestAt(this.#known, index);
    if (!digestOf(this.#bytes.subarray(at, end)).equals(digest)) return -1;
    this.found.set(at, { id, digest });
    return end;
  }

  /** An entry that stood elsewhere in the list shows from where the next ones are to be expected. */
  missed(at: number, end: number): void {
    const digest = digestOf(this.#bytes.subarray(at, end));
    this.#places ??= this.#placesOf();
    const index = this.#places.get(digest.toString('latin1'));
    const id = index === undefined ? undefined : this.#known.ids[index];
    if (index !== undefined && id !== undefined) this.#next = index + 1;
    if (id !== undefined && this.#isTrusted(id)) this.found.set(at, { id, digest });
    else this.digests.set(at, digest);
  }

  #placesOf(): ReadonlyMap<string, number> {
    const { ids } = this.#known;
    return new Map(ids.map((_, index) => [digestAt(this.#known, index).toString('latin1'), index]));
  }
}
