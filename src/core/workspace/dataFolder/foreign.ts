import path from 'node:path';
import { AppError, why } from '#contract/errors.ts';
import type { Files } from '../../platform/disk.ts';

const ROOT = 0;
/** The folders of a data folder in which Cabinet writes or removes files. */
const OWN = ['profiles', 'secrets', 'logs', 'demo-service'];
/** Those of them that are looked at whole; other profiles are when they are opened. */
const WHOLE = ['secrets', 'logs', 'demo-service'];

/**
 * Throws `state` if a part of a data folder belongs to another user of this computer, is a link, or
 * is neither a file nor a folder.
 *
 * Two users cannot read each other's files, and files of root would lock the owner out. The owner
 * of a data folder could also replace another user's files in it, or read a token while it is
 * written. A link in a data folder that another person gave could lead to files that Cabinet would
 * then change or remove.
 */
export function refuseForeign(fs: Files, profile: string): void {
  const above = path.dirname(profile);
  const isProfile = path.basename(above) === 'profiles';
  const dataDir = path.dirname(above);
  if (isProfile) {
    refuseOthersFolder(fs, dataDir);
    for (const name of OWN) refuse(fs, path.join(dataDir, name));
    for (const name of WHOLE) refuseIn(fs, path.join(dataDir, name));
  }
  refuse(fs, profile);
  refuseIn(fs, profile);
}

/**
 * Throws `state` if a data folder belongs to another user of this computer.
 *
 * A link to a folder of this account may have been placed by another one.
 */
export function refuseOthersFolder(fs: Files, dataDir: string): void {
  for (const look of [fs.lstatSync, fs.statSync])
    refuseOwner(dataDir, look(dataDir, { throwIfNoEntry: false })?.uid, ROOT);
}

function refuseIn(fs: Files, folder: string): void {
  if (!isFolder(fs, folder)) return;
  for (const name of fs.readdirSync(folder)) {
    const place = path.join(folder, name);
    refuse(fs, place);
    if (isFolder(fs, place)) refuseLinksBelow(fs, place);
  }
}

function isFolder(fs: Files, place: string): boolean {
  return fs.statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Looks at the types of entries only, because there may be 100,000 pictures. */
function refuseLinksBelow(fs: Files, folder: string): void {
  for (const entry of fs.readdirSync(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) refuseLinksBelow(fs, place);
    else if (!entry.isFile()) throw linkError(place);
  }
}

function refuse(fs: Files, place: string): void {
  const stat = fs.lstatSync(place, { throwIfNoEntry: false });
  if (stat === undefined) return;
  refuseOwner(place, stat.uid);
  if (stat.isFile() || stat.isDirectory()) return;
  throw linkError(place);
}

function linkError(place: string): AppError {
  return new AppError(
    'state',
    `${place} is a link or a special file, which Cabinet does not use in a data folder. Remove it, or put the file or folder itself in its place.`,
    { why: why('data-link', { place }) },
  );
}

/** Throws for another owner than this account; `given` may own the folder, too. */
function refuseOwner(place: string, owner: number | undefined, given?: number): void {
  const own = process.getuid?.();
  if (own === undefined || owner === undefined || owner === own || owner === given) return;
  throw new AppError(
    'state',
    `${place} belongs to another user of this computer (uid ${owner}; this is uid ${own}). A data folder cannot be shared. Run Cabinet as that user, or choose another folder with --data-dir.`,
  );
}
