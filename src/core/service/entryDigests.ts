import { DIGEST_BYTES, digestOf } from '../record/digest.ts';
import type { UnchangedEntryScanner } from './unchangedEntryScanner.ts';

/** The length and the digest of each entry of an answer, with its id. */
export interface EntryDigests {
  readonly ids: readonly string[];
  /** For each id the length of its entry, four bytes, and its digest. */
  readonly marks: Buffer;
}

/**
 * The digests of the previous answer, and the test whether the mirror still holds a record
 * unchanged.
 */
export interface Remembered extends EntryDigests {
  readonly isTrusted: (id: string) => boolean;
}

const MARK = 4 + DIGEST_BYTES;

/** Returns the length of the entry at `index`. */
export function lengthAt({ marks }: Pick<EntryDigests, 'marks'>, index: number): number {
  return marks.readUInt32LE(index * MARK);
}

/** Returns the digest of the entry at `index`. */
export function digestAt({ marks }: Pick<EntryDigests, 'marks'>, index: number): Buffer {
  return marks.subarray(index * MARK + 4, (index + 1) * MARK);
}

/** Packs the lengths and digests of an answer; `ids` and `entries` are in the same order. */
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
 * Compares an answer with the digests of the previous one.
 *
 * An entry with the expected bytes at the expected place is recognised by its digest, without being
 * scanned or parsed.
 */
export class UnchangedEntries implements UnchangedEntryScanner {
  readonly #bytes;
  readonly #known;
  readonly #isTrusted;
  #next = 0;
  #places: ReadonlyMap<string, number> | null = null;
  /** The recognised entries of the answer, by their start offset. */
  readonly found = new Map<number, { readonly id: string; readonly digest: Uint8Array }>();
  /** The digests of the other entries, by their start offset. */
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

  /**
   * Hashes an entry that did not match; if it is known from another place, comparison continues
   * there.
   */
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
