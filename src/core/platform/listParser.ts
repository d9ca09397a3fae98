import type { Kind } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';

/** Parses list responses in another thread while this thread writes. */
export interface ListParser {
  /**
   * Parses a plain list and derives the rows of its records.
   *
   * Returns null if the caller must parse the response itself: a small response, one that is no
   * plain list, or a parser that failed. Never rejects. Does not change the bytes.
   */
  readonly take: (kind: Kind, body: Buffer) => Promise<PackedPage | null>;
  /** Frees memory, since no response is expected for a while. */
  readonly rest: () => void;
}

const isText = (value: unknown) => typeof value === 'string';

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';

const isSortKey = (value: unknown) => isTextOrNull(value) || typeof value === 'number';

/** Returns a schema that checks a list in one loop: a page has tens of thousands of entries. */
function listOf<T>(isOne: (value: unknown) => boolean) {
  return z.custom<readonly T[]>((value) => Array.isArray(value) && value.every(isOne));
}

/** A parsed list in the form that is posted between threads: few values, and large ones. */
export const packedPage = z.object({
  /** Digest of the whole response, as in `ListPage`. */
  digest: z.string(),
  total: z.number().nullable(),
  odd: listOf<string>(isText),
  ids: listOf<string>(isText),
  /** Length and digest of each record, as in `Pieces`. */
  marks: z.instanceof(Uint8Array),
  /** The start of each record in the bytes of the response. */
  starts: z.instanceof(Uint32Array),
  /**
   * The rows of the records, one `RowShape` after the other; `keys` holds `width` values for each.
   */
  width: z.number().int(),
  key: listOf<string | null>(isTextOrNull),
  keys: listOf<string | number | null>(isSortKey),
  fields: listOf<string>(isText),
  folded: listOf<string>(isText),
});

export type PackedPage = z.infer<typeof packedPage>;
