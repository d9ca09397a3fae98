import { z } from '#contract/zod.ts';
import type { Settings } from '#contract/procedures.ts';
import type { Disk } from '../platform/disk.ts';
import { peek, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';

/**
 * The settings that name another computer of the network.
 *
 * They belong to this computer: a backup or a data folder of somebody else must not choose where
 * requests go, which hold the token where the service has no https.
 */
const PROXY = ['proxy', 'proxyUser'] as const satisfies readonly (keyof Settings)[];
const ADDRESSES = [...PROXY, 'assetBaseUrl'] as const satisfies readonly (keyof Settings)[];

const rows = z.array(z.object({ name: z.string(), value: z.string() }));

/** Gives a restored draft the addresses of the `work.db` that it replaces. */
export function carryAddresses(disk: Disk, replaced: string | null, draft: Db): void {
  const kept = replaced === null ? null : peek(disk, replaced, addressesOf);
  // Pictures are requested without the token, so an unreadable file does not lose their address.
  if (kept === null) return dropProxy(draft);
  transact(draft, () => {
    remove(draft, ADDRESSES);
    const put = draft.prepare('INSERT INTO setting(name, value) VALUES (@name, @value)');
    for (const each of kept) put.run(each);
  });
}

/** Removes the proxy of a copy from another computer; the system's proxy is used then. */
export function dropProxy(db: Db): void {
  transact(db, () => remove(db, PROXY));
}

function addressesOf(db: Db): z.infer<typeof rows> {
  const named = 'SELECT name, value FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  return rows.parse(db.prepare(named).all(JSON.stringify(ADDRESSES)));
}

function remove(db: Db, names: readonly string[]): void {
  const named = 'DELETE FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  db.prepare(named).run(JSON.stringify(names));
}
