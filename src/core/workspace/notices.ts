import { isDeepStrictEqual } from 'node:util';
import { dataNotice } from '#contract/notes.ts';
import type { DataNotice, KeptNotice } from '#contract/notes.ts';
import { z } from '#contract/zod.ts';
import { transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import type { MetaStore } from '../store/metaStore.ts';
import { dropNote } from '../store/notes.ts';

const PREFIX = 'notice:';
const noticeRows = z.array(z.object({ key: z.string(), value: z.string() }));

/** Keeps what a person must know until it is dismissed; `about` names it, a newer one takes its place. */
export function keepNotice(meta: MetaStore, about: string, notice: DataNotice): void {
  meta.set(PREFIX + about, JSON.stringify(notice));
}

/** Forgets the notices whose name begins so: what they told of is over. */
export function dropNotices(meta: MetaStore, about: string): void {
  meta.remove(PREFIX + about);
}

/** Forgets what a person saw, and nothing else: what came or was renewed since then was told to nobody yet. */
export function dismissNotices(work: Db, seen: readonly KeptNotice[]): void {
  transact(work, () => {
    const kept = noticesOf(work);
    for (const notice of seen)
      if (kept.some((each) => isDeepStrictEqual(each, notice)))
        dropNote(work, PREFIX + notice.about);
  });
}

/** What a person must know now, in the order of its names. */
export function noticesOf(work: Db): KeptNotice[] {
  const rows = work
    .prepare(`SELECT key, value FROM meta WHERE key LIKE '${PREFIX}%' ORDER BY key`)
    .all();
  return noticeRows
    .parse(rows)
    .map(({ key, value }) => ({ ...readNotice(value), about: key.slice(PREFIX.length) }));
}

// Whatever stands there is told: a notice that cannot be read must not take the status with it.
function readNotice(text: string): DataNotice {
  try {
    return dataNotice.parse(JSON.parse(text));
  } catch {
    return { code: 'earlier', text };
  }
}
