import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import { removeQuietly } from '../../platform/removeQuietly.ts';

/** No name of a profile begins so, and nobody but Cabinet keeps anything among the profiles. */
const REMOVED = '.removed-';

/** Where a profile lies while it is removed. */
export function removedPlace(dataDir: string, profile: string): string {
  return path.join(dataDir, 'profiles', REMOVED + profile);
}

/** Tells whether a name among the profiles is that of one being removed. */
export function isRemoved(name: string): boolean {
  return name.startsWith(REMOVED);
}

/** Clears what a removal left behind that was killed, or that found a file held open. */
export function sweepRemoved(fs: Files, dataDir: string): void {
  const profiles = path.join(dataDir, 'profiles');
  if (!fs.existsSync(profiles)) return;
  for (const name of fs.readdirSync(profiles))
    if (isRemoved(name)) removeQuietly(fs, path.join(profiles, name));
}
