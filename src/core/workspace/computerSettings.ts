import { z } from '#contract/zod.ts';
import type { Settings } from '#contract/procedures.ts';
import type { Disk } from '../platform/disk.ts';
import { peek, transact } from '../store/database.ts';
import type { Db } from '../store/database.ts';
import { dropNote, noteOf, setNote } from '../store/notes.ts';
import { computerMark } from './computerMark.ts';

/**
 * The settings that belong to this computer: a proxy, and whether a password is stored here.
 *
 * A backup or a data folder of somebody else must not choose where requests go, which hold the
 * token where the service has no https. Nor may it decide that a password is stored.
 */
const OWN = [
  'proxy',
  'proxyUser',
  'rememberPassword',
] as const satisfies readonly (keyof Settings)[];
const CARRIED = [...OWN, 'assetBaseUrl'] as const satisfies readonly (keyof Settings)[];

const rows = z.array(z.object({ name: z.string(), value: z.string() }));

/** Key of the mark of the `work.db` in which these settings were set. */
const PLACE = 'settings:place';

/** Returns whether a change sets one of the settings that belong to this computer. */
export function setsOwn(values: { readonly [Name in keyof Settings]?: unknown }): boolean {
  return OWN.some((name) => values[name] !== undefined);
}

/** Notes that the settings of this computer were set in this file. */
export function noteOwnSettings(disk: Disk, file: string, db: Db): void {
  const mark = computerMark(disk, file, 'settings');
  if (mark === null) dropNote(db, PLACE);
  else setNote(db, PLACE, mark);
}

/** Returns whether the settings of this computer were set in this file, on this computer. */
export function hasOwnSettings(disk: Disk, file: string, db: Db): boolean {
  const noted = noteOf(db, PLACE);
  return noted !== null && noted === computerMark(disk, file, 'settings');
}

/** Removes such settings that were not set on this computer; the system's proxy is used then. */
export function dropForeignSettings(disk: Disk, file: string, db: Db): void {
  if (!hasOwnSettings(disk, file, db)) transact(db, () => remove(db, OWN));
}

/** Gives a restored draft these settings of the `work.db` that it replaces. */
export function carryOwnSettings(
  disk: Disk,
  replaced: string | null,
  draft: { readonly file: string; readonly db: Db },
): void {
  const { file, db } = draft;
  const read = (from: Db) => ({
    settings: settingsOf(from),
    isOwn: replaced !== null && hasOwnSettings(disk, replaced, from),
  });
  const kept = replaced === null ? null : peek(disk, replaced, read);
  transact(db, () => {
    // Pictures are requested without the token, so an unreadable file does not lose their address.
    remove(db, kept === null ? OWN : CARRIED);
    const put = db.prepare('INSERT INTO setting(name, value) VALUES (@name, @value)');
    for (const each of kept?.settings ?? []) put.run(each);
    if (kept?.isOwn === true) noteOwnSettings(disk, file, db);
    else dropNote(db, PLACE);
  });
}

function settingsOf(db: Db): z.infer<typeof rows> {
  const named = 'SELECT name, value FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  return rows.parse(db.prepare(named).all(JSON.stringify(CARRIED)));
}

function remove(db: Db, names: readonly string[]): void {
  const named = 'DELETE FROM setting WHERE name IN (SELECT value FROM json_each(?))';
  db.prepare(named).run(JSON.stringify(names));
}
