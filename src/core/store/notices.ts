import { dataNotice } from '#contract/notes.ts';
import type { DataNotice } from '#contract/notes.ts';
import type { Db } from './database.ts';
import type { MetaStore } from './metaStore.ts';
import { texts } from './cells.ts';

const PREFIX = 'notice:';

/** Keeps what a person must know until it is dismissed; `about` names it, a newer one takes its place. */
export function keepNotice(meta: MetaStore, about: string, notice: DataNotice): void {
  meta.set(PREFIX + about, JSON.stringify(notice));
}

/** Forgets the notices whose name begins so; all of them without one. */
export function dropNotices(meta: MetaStore, about = ''): void {
  meta.remove(PREFIX + about);
}

/** What a person must know now, in the order of its names. */
export function noticesOf(work: Db): DataNotice[] {
  const rows = work
    .prepare(`SELECT value FROM meta WHERE key LIKE '${PREFIX}%' ORDER BY key`)
    .pluck();
  return texts.parse(rows.all()).map(readNotice);
}

// Whatever stands there is told: a notice that cannot be read must not take the status with it.
function readNotice(text: string): DataNotice {
  try {
    return dataNotice.parse(JSON.parse(text));
  } catch {
    return { code: 'earlier', text };
  }
}
