import type { BenchRecord } from './catalogue.ts';

const COMMA = 0x2c;

/** Source of a shelf: the names in its list answer, and its records by number. */
export interface Goods {
  readonly listKey: string;
  readonly totalKey: string;
  readonly at: (index: number, edition?: number) => BenchRecord;
}

/**
 * One kind of a catalogue, stored as the bytes of its list.
 *
 * A page is a piece of those bytes, so answering costs the service almost no time.
 */
export class Shelf {
  readonly #goods;
  readonly #size;
  readonly #editions = new Map<number, number>();
  readonly #patched = new Map<number, Record<string, unknown>>();
  #starts: number[] = [];
  #bytes: Buffer = Buffer.alloc(0);

  constructor(goods: Goods, size: number) {
    this.#goods = goods;
    this.#size = size;
    this.#print();
  }

  /** Returns the answer to a list request, in pieces. */
  page(offset: number, limit: number): readonly Buffer[] {
    const from = Math.min(offset, this.#size);
    const to = Math.min(from + limit, this.#size);
    const start = this.#starts[from] ?? 0;
    // A comma follows every record; the last record of a page is sent without it.
    const end = to > from ? (this.#starts[to] ?? 0) - 1 : start;
    return [
      Buffer.from(`{"${this.#goods.listKey}":[`),
      this.#bytes.subarray(start, end),
      Buffer.from(`],"${this.#goods.totalKey}":${this.#size}}`),
    ];
  }

  record(id: string): BenchRecord | null {
    const index = Number.parseInt(id.slice(4), 16);
    if (!(index < this.#size)) return null;
    return this.#record(index);
  }

  patch(id: string, values: Record<string, unknown>): BenchRecord | null {
    const index = Number.parseInt(id.slice(4), 16);
    if (!(index < this.#size)) return null;
    const { newModelPath: model, ...others } = values;
    const kept = { ...this.#patched.get(index), ...others };
    this.#patched.set(index, model === undefined ? kept : { ...kept, model });
    return this.#record(index);
  }

  /** Changes the price of every `step`-th record; returns the number of changed records. */
  reprice(step: number): number {
    let changed = 0;
    for (let index = 0; index < this.#size; index += step) {
      this.#editions.set(index, (this.#editions.get(index) ?? 0) + 1);
      changed += 1;
    }
    this.#print();
    return changed;
  }

  #record(index: number): BenchRecord {
    return { ...this.#goods.at(index, this.#editions.get(index)), ...this.#patched.get(index) };
  }

  #print(): void {
    const pieces: Buffer[] = [];
    const starts: number[] = [];
    let at = 0;
    for (let index = 0; index < this.#size; index++) {
      const piece = Buffer.from(`${JSON.stringify(this.#record(index))},`);
      starts.push(at);
      at += piece.length;
      pieces.push(piece);
    }
    starts.push(at);
    this.#bytes = Buffer.concat(pieces);
    this.#starts = starts;
    if (at > 0 && this.#bytes[at - 1] !== COMMA) throw new Error('a record without its comma');
  }
}
