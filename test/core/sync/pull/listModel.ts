import { digestOf } from '#core/record/digest.ts';
import { ReadRecord } from '#core/service/readRecord.ts';
import type { JsonObject } from '#contract/json.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { AppError } from '#contract/errors.ts';
import type {
  ListedRecord,
  ListPage,
  ListWindow,
  RawRecord,
  ServiceApi,
} from '#core/service/types.ts';

export type Order = 'append' | 'newest' | 'recentlyEdited' | 'byName' | 'unstable';

interface Entry {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly made: number;
  readonly touched: number;
}

/** Chance with a seed, so that a failing run can be run again. */
export function seeded(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}

async function takenBeside({ come }: ListWindow): Promise<void> {
  come?.();
  await new Promise((resolve) => setImmediate(resolve));
}

/** A list service in memory: an order, a page cap, and a second administrator between any two requests. */
export class ListModel {
  readonly #entries = new Map<string, Entry>();
  readonly #draw;
  #ticks = 0;
  requests = 0;
  order: Order = 'append';
  cap = Infinity;
  total: 'right' | 'missing' = 'right';
  /** Answers are taken apart beside the thread that asked, which may ask for more meanwhile. */
  isBeside = false;
  /** Called before every list request. */
  between: () => void = () => undefined;

  constructor(draw: (below: number) => number) {
    this.#draw = draw;
  }

  insert(): string {
    const made = (this.#ticks += 1);
    const id = made.toString(16).padStart(24, '0');
    const name = `n${this.#draw(1_000_000)}`;
    this.#entries.set(id, { id, name, version: 0, made, touched: made });
    return id;
  }

  edit(): void {
    const entry = this.#any();
    if (entry === undefined) return;
    const touched = (this.#ticks += 1);
    this.#entries.set(entry.id, { ...entry, version: entry.version + 1, touched });
  }

  remove(): void {
    const entry = this.#any();
    if (entry !== undefined) this.#entries.delete(entry.id);
  }

  change(): void {
    [() => this.insert(), () => this.edit(), () => this.remove()][this.#draw(3)]?.();
  }

  ids(): string[] {
    return [...this.#entries.keys()].sort();
  }

  textOf(id: string): string | null {
    const entry = this.#entries.get(id);
    return entry === undefined ? null : textOf(entry);
  }

  #any(): Entry | undefined {
    const all = [...this.#entries.values()];
    return all[this.#draw(all.length)];
  }

  #sorted(): Entry[] {
    const all = [...this.#entries.values()];
    if (this.order === 'newest') return all.sort((a, b) => b.made - a.made);
    if (this.order === 'recentlyEdited') return all.sort((a, b) => b.touched - a.touched);
    if (this.order === 'byName') return all.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (this.order === 'append') return all.sort((a, b) => a.made - b.made);
    return all
      .map((entry) => ({ entry, place: this.#draw(1_000_000) }))
      .sort((a, b) => a.place - b.place)
      .map(({ entry }) => entry);
  }

  list(kind: Kind, { limit = 10, offset = 0 }: ListWindow): ListPage {
    this.requests += 1;
    this.between();
    const all = this.#sorted();
    const items = all
      .slice(offset, offset + Math.min(limit, this.cap))
      .map((entry) => listedOf(kind, entry));
    const total = this.total === 'right' ? all.length : null;
    const digest = JSON.stringify([items.map(({ text }) => text), total]);
    const ids = items.map(({ id }) => id);
    const page = { ids, items, pieces: null, total, odd: [], digest };
    return { ...page, bytes: digest.length, unchanged: false };
  }

  /** The service as the pull sees it. */
  api(): ServiceApi {
    const other = () => Promise.reject(new AppError('internal', 'a pull only reads'));
    return {
      list: async (kind, window) => {
        const page = this.list(kind, window);
        if (this.isBeside) await takenBeside(window);
        const isKnown = window.known === page.digest;
        return isKnown ? { ...page, ids: [], items: [], total: null, unchanged: true } : page;
      },
      get: async (_kind, id) => {
        const entry = this.#entries.get(id);
        return entry === undefined
          ? { found: 'absent' }
          : { found: 'present', record: rawOf(entry) };
      },
      lookup: other,
      scan: other,
      create: other,
      update: other,
      remove: other,
      upload: other,
    };
  }
}

function recordOf({ id, name, version }: Entry): JsonObject {
  return { _id: id, name, version };
}

function textOf(entry: Entry): string {
  return JSON.stringify(recordOf(entry));
}

function listedOf(kind: Kind, entry: Entry): ListedRecord {
  const { id, record, text } = rawOf(entry);
  const bytes = Buffer.from(text);
  return new ReadRecord(resourceOf(kind), { id, record, bytes, digest: digestOf(bytes) });
}

function rawOf(entry: Entry): RawRecord {
  return { id: entry.id, text: textOf(entry), record: recordOf(entry) };
}
