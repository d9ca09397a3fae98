import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import { removeQuietly } from '../../platform/removeQuietly.ts';

/** Prefix of a folder that is being removed; no profile name begins with it. */
const REMOVED = '.removed-';

/** Returns the folder of a profile during its removal. */
export function removedPlace(dataDir: string, profile: string): string {
  return path.join(dataDir, 'profiles', REMOVED + profile);
}

/** Returns whether a folder among the profiles is being removed. */
export function isRemoved(name: string): boolean {
  return name.startsWith(REMOVED);
}

/** Removes the folders of removals that were killed or found an open file. */
export function sweepRemoved(fs: Files, dataDir: string): void {
  const profiles = path.join(dataDir, 'profiles');
  if (!fs.existsSync(profiles)) return;
  for (const name of fs.readdirSync(profiles))
    if (isRemoved(name)) removeQuietly(fs, path.join(profiles, name));
}
