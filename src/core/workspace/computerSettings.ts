import { z } from '#contract/zod.ts';
import type { Settings } from '#contract/procedures.ts';
import type { Disk } from '../platform/disk.ts';
import { peek, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';

/**
 * The settings that name another computer of the network.
 *
 * They belong to this computer: a backup or a data folder of somebody else must not choose where
 * requests go, which hold the token where the service has no https.
 */
const PROXY = ['proxy', 'proxyUser'] as const satisfies readonly (keyof Settings)[];
const ADDRESSES = [...PROXY, 'assetBaseUrl'] as const satisfies readonly (keyof Settings)[];

const rows = z.array(z.object({ name: z.string(), value: z.string() }));

/** Key of the note that holds the inode of the `work.db` in which the proxy was set. */
const PROXY_PLACE = 'proxy:place';

/** Notes that the proxy was set in this file. Another computer cannot know its inode. */
export function noteProxyPlace(disk: Disk, file: string, db: Db): void {
  setNote(db, PROXY_PLACE, placeOf(disk, file));
}

/** Returns whether the proxy of a file was set in it, on this computer. */
export function hasOwnProxy(disk: Disk, file: string, db: Db): boolean {
  return noteOf(db, PROXY_PLACE) === placeOf(disk, file);
}

/** Removes a proxy that was not set on this computer; the system's proxy is used then. */
export function dropForeignProxy(disk: Disk, file: string, db: Db): void {
  if (!hasOwnProxy(disk, file, db)) transact(db, () => remove(db, PROXY));
}

/** Gives a restored draft the addresses of the `work.db` that it replaces. */
export function carryAddresses(
  disk: Disk,
  replaced: string | null,
  draft: { readonly file: string; readonly db: Db },
): void {
  const { file, db } = draft;
  const read = (from: Db) => ({
    addresses: addressesOf(from),
    isOwn: replaced !== null && hasOwnProxy(disk, replaced, from),
  });
  const kept = replaced === null ? null : peek(disk, replaced, read);
  transact(db, () => {
    // Pictures are requested without the token, so an unreadable file does not lose their address.
    remove(db, kept === null ? PROXY : ADDRESSES);
    const put = db.prepare('INSERT INTO setting(name, value) VALUES (@name, @value)');
    for (const each of kept?.addresses ?? []) put.run(each);
    if (kept?.isOwn === true) noteProxyPlace(disk, file, db);
    else dropNote(db, PROXY_PLACE);
  });
}

function addressesOf(db: Db): z.infer<typeof rows> {
  const named = 'SELECT name, value FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  return rows.parse(db.prepare(named).all(JSON.stringify(ADDRESSES)));
}

function placeOf({ files }: Disk, file: string): string {
  return String(files.statSync(file, { bigint: true }).ino);
}

function remove(db: Db, names: readonly string[]): void {
  const named = 'DELETE FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  db.prepare(named).run(JSON.stringify(names));
}
