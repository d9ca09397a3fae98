import type { SightOf } from '#contract/files/sights.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { CabinetClient } from '../../client.ts';
import { call, onNewConnection } from '../../state/core.ts';
import { gathered } from './gathered.ts';
import { sightStore } from './sightStore.ts';

/** What stands for a record in a list: its first picture, else its model. */
export interface CoverOf {
  readonly picture: SightOf | null;
  readonly model: SightOf | null;
}

/** A list that is scrolled past in a blink asks for nothing. */
const GATHER_MS = 60;
const MOST_AT_ONCE = 300;

interface Entry {
  cover: CoverOf | null;
  fresh: boolean;
  readonly listeners: Set<() => void>;
}

/** The covers of the records in view, asked for together. */
class CoverStore {
  readonly #kinds = new Map<Kind, Map<string, Entry>>();
  readonly #ask = gathered(GATHER_MS, () => {
    for (const [kind, entries] of this.#kinds) void this.#askKind(kind, entries);
  });

  subscribe(kind: Kind, id: string, listener: () => void): () => void {
    const entry = this.#entryOf(kind, id);
    entry.listeners.add(listener);
    if (!entry.fresh) this.#ask();
    return () => {
      entry.listeners.delete(listener);
    };
  }

  get(kind: Kind, id: string): CoverOf | null {
    return this.#kinds.get(kind)?.get(id)?.cover ?? null;
  }

  /** Records changed: what is in view is asked for again, the rest when it comes into view. */
  readonly changed = (kind: Kind | null): void => {
    for (const [each, entries] of this.#kinds)
      if (kind === null || each === kind) for (const entry of entries.values()) entry.fresh = false;
    this.#ask();
  };

  #entryOf(kind: Kind, id: string): Entry {
    const entries = this.#kinds.get(kind) ?? new Map<string, Entry>();
    this.#kinds.set(kind, entries);
    const entry = entries.get(id) ?? { cover: null, fresh: false, listeners: new Set() };
    entries.set(id, entry);
    return entry;
  }

  async #askKind(kind: Kind, entries: Map<string, Entry>): Promise<void> {
    const open = [...entries].filter(([, { fresh, listeners }]) => !fresh && listeners.size > 0);
    const ids = open.slice(0, MOST_AT_ONCE).map(([id]) => id);
    if (ids.length === 0) return;
    for (const [, entry] of open) entry.fresh = true;
    try {
      const { covers } = await call('files.covers', { kind, ids });
      sightStore.take(covers.flatMap(({ picture, model }) => [picture, model].filter(isThere)));
      for (const { id, picture, model } of covers)
        this.#set(entries.get(id), { picture: picture?.of ?? null, model: model?.of ?? null });
    } catch {
      // The way to the core is lost; with the next connection everything is asked again.
      for (const [, entry] of open) entry.fresh = false;
    }
  }

  #set(entry: Entry | undefined, cover: CoverOf): void {
    if (entry === undefined || JSON.stringify(entry.cover) === JSON.stringify(cover)) return;
    entry.cover = cover;
    for (const listener of entry.listeners) listener();
  }
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

export const coverStore = new CoverStore();

/** Keeps the covers of lists true. */
export function followCovers(client: CabinetClient): void {
  client.on('records.changed', ({ kind }) => coverStore.changed(kind));
  client.on('outbox.changed', () => coverStore.changed(null));
  onNewConnection(() => coverStore.changed(null));
}
