import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import type { Log } from '../../platform/platform.ts';
import { withoutOthers } from '../../platform/privateFiles.ts';

/** The folders of a data folder that belong to Cabinet. */
const OWN = ['profiles', 'secrets', 'demo-service', 'logs'];
const STICKY = 0o1000;

/**
 * Removes the permissions of other accounts from a data folder and its content.
 *
 * Earlier versions left files readable. A folder that is already private is not searched, except
 * that of the profile. A disk without permissions is left as it is.
 */
export function keepPrivate(fs: Files, dataDir: string, profile: string, log: Log): void {
  // Windows stores permissions in access lists, and a user's own folders are private there.
  if (process.platform === 'win32') return;
  try {
    for (const name of OWN) closePlace(fs, path.join(dataDir, name));
    closeInside(fs, profile);
    if (isOwn(fs, dataDir)) close(fs, dataDir);
  } catch (error) {
    log('warn', `The data folder is open to others: ${String(error)}`);
  }
}

/**
 * Makes a file or folder private, the content first.
 *
 * A kill in between leaves the folder open, so the next start continues.
 */
function closePlace(fs: Files, place: string): void {
  const stat = fs.lstatSync(place, { throwIfNoEntry: false });
  // A link may lead to files of someone else.
  if (stat === undefined || stat.isSymbolicLink() || withoutOthers(stat.mode) === null) return;
  if (stat.isDirectory()) closeInside(fs, place);
  close(fs, place);
}

function closeInside(fs: Files, folder: string): void {
  for (const name of fs.readdirSync(folder)) closePlace(fs, path.join(folder, name));
}

function close(fs: Files, place: string): void {
  const mode = withoutOthers(fs.statSync(place).mode);
  if (mode !== null) fs.chmodSync(place, mode);
}

/**
 * Returns whether a folder belongs to this account alone.
 *
 * A shared folder, such as that for temporary files, must stay open.
 */
function isOwn(fs: Files, folder: string): boolean {
  const { uid, mode } = fs.statSync(folder);
  return uid === process.getuid?.() && (mode & STICKY) === 0;
}
