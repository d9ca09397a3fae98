import { hash } from 'node:crypto';
import type { Resource } from '#contract/resources/resource.ts';
import { takePlainList } from '../listAnswer.ts';
import { digestAt, lengthAt } from '../entryDigests.ts';
import type { EntryDigests } from '../entryDigests.ts';
import type { ListedRecord, ListPage } from '../types.ts';
import { rowShape } from '../../store/rowShape.ts';
import type { RowShape, SortKey } from '../../store/rowShape.ts';
import type { PackedPage } from '../../platform/listParser.ts';

/** Parses an answer and derives the rows of its records; null where it is not a plain list. */
export function packPage(body: Buffer, resource: Resource): PackedPage | null {
  // Each record is dropped once its row exists: the garbage collector would otherwise copy a page
  // of them around.
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

/** Written as a loop: flattening lists of a few cells each takes the engine five times as long. */
function keysOf(rows: readonly RowShape[]): SortKey[] {
  const all: SortKey[] = [];
  for (const { keys } of rows) for (const key of keys) all.push(key);
  return all;
}

/** Returns the digest of the raw bytes of an answer. */
export function digestOfAnswer(body: Buffer): string {
  return hash('sha1', body, 'base64');
}

/** Returns the packed page over the bytes that it was parsed from. */
export function unpackPage(packed: PackedPage, body: Buffer): ListPage {
  const { digest, total, odd, ids } = packed;
  const { buffer, byteOffset, byteLength } = packed.marks;
  const pieces = { ids, marks: Buffer.from(buffer, byteOffset, byteLength) };
  const items = ids.map((id, index) => new PackedRecord(id, packed, pieces, body, index));
  return { ids, items, pieces, total, odd, bytes: body.length, digest, unchanged: false };
}

/** One record of a packed page; its properties are read from the page on access. */
class PackedRecord implements ListedRecord {
  readonly id: string;
  readonly #page;
  readonly #pieces;
  readonly #body;
  readonly #index;

  constructor(id: string, page: PackedPage, pieces: EntryDigests, body: Buffer, index: number) {
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
