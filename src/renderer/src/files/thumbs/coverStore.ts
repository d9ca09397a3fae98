import type { SightOf } from '#contract/files/sights.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { call, onNewConnection } from '../../state/core.ts';
import { gathered, onceStill } from './gathered.ts';
import { sightStore } from './sightStore.ts';
import type { CabinetClient } from '../../client/cabinetClient.ts';

/** The cover of a record in a list: its first picture, otherwise its model. */
export interface CoverOf {
  readonly picture: SightOf | null;
  readonly model: SightOf | null;
}

/**
 * Covers of a screen are requested together once the list stands still.
 *
 * Rows that have scrolled past request nothing.
 */
const GATHER_MS = 60;
const MOST_AT_ONCE = 300;

interface Entry {
  cover: CoverOf | null;
  fresh: boolean;
  readonly listeners: Set<() => void>;
}

/** The covers of the visible records, requested together. */
class CoverStore {
  readonly #kinds = new Map<Kind, Map<string, Entry>>();
  /** Records whose cover was requested and is unknown or outdated. */
  readonly #open = new Map<Kind, Set<string>>();
  readonly #ask = gathered(
    GATHER_MS,
    onceStill(() => {
      for (const [kind, ids] of this.#open) this.#askKind(kind, [...ids]);
      this.#open.clear();
    }),
  );

  subscribe(kind: Kind, id: string, listener: () => void): () => void {
    const entry = this.#entryOf(kind, id);
    entry.listeners.add(listener);
    if (!entry.fresh) this.#askFor(kind, id);
    return () => {
      entry.listeners.delete(listener);
    };
  }

  get(kind: Kind, id: string): CoverOf | null {
    return this.#kinds.get(kind)?.get(id)?.cover ?? null;
  }

  /**
   * Marks covers as outdated.
   *
   * Visible ones are requested again now, others when they become visible.
   */
  readonly changed = (kind: Kind | null): void => {
    for (const [each, entries] of this.#kinds) {
      if (kind !== null && each !== kind) continue;
      for (const [id, entry] of entries) {
        entry.fresh = false;
        if (entry.listeners.size > 0) this.#askFor(each, id);
      }
    }
  };

  #askFor(kind: Kind, id: string): void {
    const ids = this.#open.get(kind) ?? new Set<string>();
    this.#open.set(kind, ids.add(id));
    this.#ask();
  }

  #entryOf(kind: Kind, id: string): Entry {
    const entries = this.#kinds.get(kind) ?? new Map<string, Entry>();
    this.#kinds.set(kind, entries);
    const entry = entries.get(id) ?? { cover: null, fresh: false, listeners: new Set() };
    entries.set(id, entry);
    return entry;
  }

  #askKind(kind: Kind, ids: readonly string[]): void {
    const entries = ids.map((id) => ({ id, entry: this.#entryOf(kind, id) }));
    const open = entries.filter(({ entry: { fresh, listeners } }) => !fresh && listeners.size > 0);
    for (let from = 0; from < open.length; from += MOST_AT_ONCE)
      void this.#askSome(kind, open.slice(from, from + MOST_AT_ONCE));
  }

  async #askSome(kind: Kind, some: readonly { id: string; entry: Entry }[]): Promise<void> {
    for (const { entry } of some) entry.fresh = true;
    try {
      const { covers } = await call('files.covers', { kind, ids: some.map(({ id }) => id) });
      sightStore.take(covers.flatMap(({ picture, model }) => [picture, model].filter(isThere)));
      for (const { id, picture, model } of covers)
        this.#set(this.#entryOf(kind, id), {
          picture: picture?.of ?? null,
          model: model?.of ?? null,
        });
    } catch {
      // The connection to the core is lost; the next one requests everything again.
      for (const { entry } of some) entry.fresh = false;
    }
  }

  #set(entry: Entry, cover: CoverOf): void {
    if (JSON.stringify(entry.cover) === JSON.stringify(cover)) return;
    entry.cover = cover;
    for (const listener of entry.listeners) listener();
  }
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

export const coverStore = new CoverStore();

/** Updates the covers when records change. */
export function followCovers(client: CabinetClient): void {
  client.on('records.changed', ({ kind }) => coverStore.changed(kind));
  client.on('outbox.changed', () => coverStore.changed(null));
  onNewConnection(() => coverStore.changed(null));
}
