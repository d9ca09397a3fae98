import { Throttle } from '../../platform/throttle.ts';
import type { Workspace } from '../../workspace/workspace.ts';

/** Changes within this many milliseconds after the last notice are reported together. */
const TOGETHER_MS = 100;

/**
 * Notifies windows which paths changed.
 *
 * Scrolling a list brings hundreds of changes a second; a window that redraws for each does little
 * else.
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

  /** Notes the new content of a path; null where there is none. */
  changed(path: string, sha256: string | null): void {
    this.#news.push({ path, sha256 });
    this.#paced.note();
  }

  /** Reports the remaining changes. */
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
