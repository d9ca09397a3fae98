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

/** Stores a notice until it is dismissed; replaces the notice of the same name `about`. */
export function keepNotice(meta: MetaStore, about: string, notice: DataNotice): void {
  meta.set(PREFIX + about, JSON.stringify(notice));
}

/** Removes the notices whose name begins with `about`, because they are outdated. */
export function dropNotices(meta: MetaStore, about: string): void {
  meta.remove(PREFIX + about);
}

/**
 * Removes the notices that the user saw.
 *
 * A notice that was added or changed since was not seen and stays.
 */
export function dismissNotices(work: Db, seen: readonly KeptNotice[]): void {
  transact(work, () => {
    const kept = noticesOf(work);
    for (const notice of seen)
      if (kept.some((each) => isDeepStrictEqual(each, notice)))
        dropNote(work, PREFIX + notice.about);
  });
}

/** Returns the current notices, sorted by name. */
export function noticesOf(work: Db): KeptNotice[] {
  const rows = work
    .prepare(`SELECT key, value FROM meta WHERE key LIKE '${PREFIX}%' ORDER BY key`)
    .all();
  return noticeRows
    .parse(rows)
    .map(({ key, value }) => ({ ...readNotice(value), about: key.slice(PREFIX.length) }));
}

// An unreadable notice is shown as its text, so that it does not break the status.
function readNotice(text: string): DataNotice {
  try {
    return dataNotice.parse(JSON.parse(text));
  } catch {
    return { code: 'earlier', text };
  }
}
