import { hash } from 'node:crypto';
import type { Resource } from '#contract/resources/resource.ts';
import { z } from '#contract/zod.ts';
import { takePlainList } from '../api/listAnswer.ts';
import { digestAt, lengthAt } from '../api/pieces.ts';
import type { Pieces } from '../api/pieces.ts';
import type { ListedRecord, ListPage } from '../api/types.ts';
import { rowShape } from '../store/rowShape.ts';
import type { RowShape, SortKey } from '../store/rowShape.ts';

const isText = (value: unknown) => typeof value === 'string';
const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';
const isSortKey = (value: unknown) => isTextOrNull(value) || typeof value === 'number';

/** Checked in one loop: these are tens of thousands for a page. */
function listOf<T>(isOne: (value: unknown) => boolean) {
  return z.custom<readonly T[]>((value) => Array.isArray(value) && value.every(isOne));
}

/** A plain list as it goes from one thread to another: few things, and large ones. */
export const packedPage = z.object({
  /** Of the whole answer, as in `ListPage`. */
  digest: z.string(),
  total: z.number().nullable(),
  odd: listOf<string>(isText),
  ids: listOf<string>(isText),
  /** Length and digest of each record, as in `Pieces`. */
  marks: z.instanceof(Uint8Array),
  /** Where each record starts in the bytes of the answer. */
  starts: z.instanceof(Uint32Array),
  /** The rows of the records, one `RowShape` after the other: `keys` holds `width` for each. */
  width: z.number().int(),
  key: listOf<string | null>(isTextOrNull),
  keys: listOf<SortKey>(isSortKey),
  fields: listOf<string>(isText),
  folded: listOf<string>(isText),
});
export type PackedPage = z.infer<typeof packedPage>;

/** Takes an answer apart and derives the rows of its records; null where it is no plain list. */
export function packPage(body: Buffer, resource: Resource): PackedPage | null {
  // A record goes as soon as its row is there: a page of them would be carried along by the collector.
  const answer = takePlainList(body, resource, null, ({ record, bytes }) => ({
    start: bytes.byteOffset - body.byteOffset,
    row: rowShape(resource, record),
  }));
  if (answer === null) return null;
  const rows = answer.items.map(({ row }) => row);
  return {
    digest: digestOfAnswer(body),
    total: answer.total,
    odd: answer.odd,
    ids: answer.ids,
    marks: Uint8Array.from(answer.pieces.marks),
    starts: Uint32Array.from(answer.items, ({ start }) => start),
    width: rows[0]?.keys.length ?? 0,
    key: rows.map(({ key }) => key),
    keys: keysOf(rows),
    fields: rows.map(({ fields }) => fields),
    folded: rows.map(({ folded }) => folded),
  };
}

/** By hand: to flatten lists of a few cells each takes the engine five times as long. */
function keysOf(rows: readonly RowShape[]): SortKey[] {
  const all: SortKey[] = [];
  for (const { keys } of rows) for (const key of keys) all.push(key);
  return all;
}

/** A digest of an answer as it came. */
export function digestOfAnswer(body: Buffer): string {
  return hash('sha1', body, 'base64');
}

/** The page that was packed, over the bytes that it was taken from. */
export function unpackPage(packed: PackedPage, body: Buffer): ListPage {
  const { digest, total, odd, ids } = packed;
  const { buffer, byteOffset, byteLength } = packed.marks;
  const pieces = { ids, marks: Buffer.from(buffer, byteOffset, byteLength) };
  const items = ids.map((id, index) => new PackedRecord(id, packed, pieces, body, index));
  return { ids, items, pieces, total, odd, bytes: body.length, digest, unchanged: false };
}

/** One record of a packed page; what is asked of it is looked up there. */
class PackedRecord implements ListedRecord {
  readonly id: string;
  readonly #page;
  readonly #pieces;
  readonly #body;
  readonly #index;

  constructor(id: string, page: PackedPage, pieces: Pieces, body: Buffer, index: number) {
    this.id = id;
    this.#page = page;
    this.#pieces = pieces;
    this.#body = body;
    this.#index = index;
  }

  get bytes(): Buffer {
    const start = this.#page.starts[this.#index] ?? 0;
    return this.#body.subarray(start, start + lengthAt(this.#pieces, this.#index));
  }

  get digest(): Buffer {
    return digestAt(this.#pieces, this.#index);
  }

  get text(): string {
    return this.bytes.toString('utf8');
  }

  get row(): RowShape {
    const { width, key, keys, fields, folded } = this.#page;
    const index = this.#index;
    return {
      key: key[index] ?? null,
      fields: fields[index] ?? '',
      keys: keys.slice(index * width, (index + 1) * width),
      folded: folded[index] ?? '',
    };
  }
}
