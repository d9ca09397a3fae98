import type { BenchRecord } from './catalogue.ts';

const COMMA = 0x2c;

/** What lies on a shelf: how a list of it is wrapped, and its records by their number. */
export interface Goods {
  readonly listKey: string;
  readonly totalKey: string;
  readonly at: (index: number, edition?: number) => BenchRecord;
}

/**
 * One kind of a catalogue as the bytes of its list, so that answering a page costs the service nothing worth
 * measuring: a page is a piece of them.
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

  /** The answer to a list request, in pieces. */
  page(offset: number, limit: number): readonly Buffer[] {
    const from = Math.min(offset, this.#size);
    const to = Math.min(from + limit, this.#size);
    const start = this.#starts[from] ?? 0;
    // Every record is followed by its comma; the last one of a page is sent without.
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

  /** Gives every `step`-th record another price, spread over the whole list. */
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
