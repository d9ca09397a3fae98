import { bytesUrl, thumbUrl } from '#contract/files/bytes.ts';
import { THUMB_SIZES } from '#contract/files/sights.ts';
import type { Sight, SightOf, ThumbSize } from '#contract/files/sights.ts';
import { call, onNewConnection } from '../../state/core.ts';
import { gathered, onceStill } from './gathered.ts';
import type { CabinetClient } from '../../client/cabinetClient.ts';

/** Files are requested together, within less than a frame. */
const GATHER_MS = 12;
const MOST_AT_ONCE = 500;
/** Visible paths are reported to the core together. */
const WANT_MS = 80;

type Listener = () => void;

interface Entry {
  readonly of: SightOf;
  sight: Sight | null;
  readonly listeners: Set<Listener>;
  fresh: boolean;
}

/** The state of each visible file, requested together and again after changes. */
class SightStore {
  readonly #entries = new Map<string, Entry>();
  readonly #wanted = new Set<string>();
  readonly #ask = gathered(GATHER_MS, () => void this.#askNow());
  // Rows that scroll past for the first time report hundreds of pictures a second.
  readonly #askWhenStill = onceStill(this.#ask);
  readonly #wantAll = gathered(
    WANT_MS,
    onceStill(() => this.#wantNow()),
  );

  /**
   * Follows a file while it is shown.
   *
   * Returns the function that stops.
   */
  subscribe(of: SightOf, listener: Listener): () => void {
    const entry = this.#entryOf(of);
    entry.listeners.add(listener);
    if (!entry.fresh) this.#ask();
    else if (entry.sight !== null) this.#want(entry.sight);
    return () => {
      entry.listeners.delete(listener);
    };
  }

  get(of: SightOf): Sight | null {
    return this.#entries.get(keyOf(of))?.sight ?? null;
  }

  /** Stores the states that another answer contains, such as the covers of a list. */
  take(sights: readonly Sight[]): void {
    for (const sight of sights) {
      this.#entryOf(sight.of).fresh = true;
      this.#set(sight);
    }
  }

  /** Marks files as outdated whose bytes or thumbnails changed. */
  changed(paths: readonly string[], sha256s: readonly string[]): void {
    const [gonePaths, goneHashes] = [new Set(paths), new Set(sha256s)];
    for (const entry of this.#entries.values()) {
      const hash = entry.sight?.sha256 ?? null;
      const touched = 'path' in entry.of && gonePaths.has(entry.of.path);
      if (touched || (hash !== null && goneHashes.has(hash))) entry.fresh = false;
    }
    this.#askWhenStill();
  }

  readonly forget = (): void => {
    for (const entry of this.#entries.values()) entry.fresh = false;
    this.#ask();
  };

  #isShown(of: SightOf): boolean {
    return (this.#entries.get(keyOf(of))?.listeners.size ?? 0) > 0;
  }

  #entryOf(of: SightOf): Entry {
    const key = keyOf(of);
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const entry: Entry = { of, sight: null, listeners: new Set(), fresh: false };
    this.#entries.set(key, entry);
    return entry;
  }

  async #askNow(): Promise<void> {
    const open = [...this.#entries.values()].filter(
      ({ fresh, listeners }) => !fresh && listeners.size > 0,
    );
    for (let from = 0; from < open.length; from += MOST_AT_ONCE) {
      const some = open.slice(from, from + MOST_AT_ONCE);
      for (const entry of some) entry.fresh = true;
      try {
        const { sights } = await call('files.sights', { items: some.map(({ of }) => of) });
        // A file that changed during the call is not fresh and is requested again.
        for (const sight of sights) this.#set(sight);
      } catch {
        // The connection to the core is lost; the next one requests everything again.
        for (const entry of some) entry.fresh = false;
      }
    }
  }

  #set(sight: Sight): void {
    const entry = this.#entryOf(sight.of);
    const same = JSON.stringify(entry.sight) === JSON.stringify(sight);
    if (!same) entry.sight = sight;
    this.#want(sight);
    if (!same) for (const listener of entry.listeners) listener();
  }

  #want({ of, state }: Sight): void {
    if (!('path' in of) || state === 'refused' || state === 'missing') return;
    this.#wanted.add(of.path);
    this.#wantAll();
  }

  // Files that have scrolled out of view are dropped. Fetching them would take processor and
  // network from the visible rows.
  #wantNow(): void {
    const shown = [...this.#wanted].filter((path) => this.#isShown({ path }));
    const paths = shown.slice(-MOST_AT_ONCE);
    this.#wanted.clear();
    if (paths.length === 0) return;
    call('assets.want', { paths }).catch(() => {});
  }
}

export const sightStore = new SightStore();

/** Returns the key of a file, by path or by staged id. */
export function keyOf(of: SightOf): string {
  return 'path' in of ? `path ${of.path}` : `file ${of.file}`;
}

/** Updates the states of files when they change. */
export function followFiles(client: CabinetClient): void {
  client.on('files.changed', ({ paths, sha256s }) => sightStore.changed(paths, sha256s));
  onNewConnection(sightStore.forget);
}

/** Returns the smallest thumbnail size that is sharp at a width in points. */
export function thumbFor(points: number): ThumbSize {
  const wanted = points * Math.min(window.devicePixelRatio, 2);
  return THUMB_SIZES.find((size) => size >= wanted) ?? 512;
}

/** Returns the address of a thumbnail; null when there is none of that size. */
export function thumbOf(base: string | null, sight: Sight | null, size: ThumbSize): string | null {
  if (base === null || sight?.sha256 === null || sight?.sha256 === undefined) return null;
  const { sha256, beside } = sight;
  return sight.thumbs.includes(size) ? thumbUrl(base, sha256, size, beside) : null;
}

/** Returns the address of a file's bytes; null when they are not cached. */
export function bytesOf(base: string | null, sight: Sight | null): string | null {
  if (base === null || sight === null || sight.sha256 === null) return null;
  return bytesUrl(base, sight.sha256);
}
