import { Throttle } from '../../platform/throttle.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** What comes within so long of the last notice is told together. */
const TOGETHER_MS = 100;

/**
 * Tells windows which paths hold something else now. Hundreds come in a second where a list is
 * scrolled: a window that draws each for itself does little else.
 */
export class AssetNews {
  readonly #ws;
  readonly #paced;
  #news: { readonly path: string; readonly sha256: string | null }[] = [];

  constructor(ws: Workspace) {
    this.#ws = ws;
    this.#paced = new Throttle({
      clock: ws.platform.clock,
      every: TOGETHER_MS,
      act: () => this.#tell(),
      failed: (error) => ws.platform.log('warn', `Pictures could not be told of: ${String(error)}`),
    });
  }

  /** What a path holds now; null where there is nothing. */
  changed(path: string, sha256: string | null): void {
    this.#news.push({ path, sha256 });
    this.#paced.note();
  }

  /** Tells the rest. */
  close(): void {
    this.#paced.close();
  }

  #tell(): void {
    const news = this.#news;
    this.#news = [];
    if (news.length === 0) return;
    const sha256s = news.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]));
    this.#ws.emit('files.changed', { paths: news.map(({ path }) => path), sha256s });
  }
}
