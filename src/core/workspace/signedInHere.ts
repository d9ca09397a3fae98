import path from 'node:path';
import type { Workspace } from './workspace.ts';

/** Key of the mark that an account has signed in with this very `work.db`. */
const HERE = 'signedIn:here';

type Place = Pick<Workspace, 'platform' | 'meta' | 'folder'>;

/**
 * Notes that somebody has signed in with this `work.db` on this computer.
 *
 * The mark is the inode and the time of creation in nanoseconds. A copy has others, and who gives a
 * data folder away cannot know those it will get.
 */
export function noteSignedInHere(place: Place): void {
  place.meta.set(HERE, identityOf(place));
}

/** Returns whether somebody has signed in with this `work.db` on this computer. */
export function wasSignedInHere(place: Place): boolean {
  return place.meta.get(HERE) === identityOf(place);
}

function identityOf({ platform: { disk }, folder }: Place): string {
  const { ino, birthtimeNs } = disk.files.statSync(path.join(folder, 'work.db'), { bigint: true });
  return `${ino} ${birthtimeNs}`;
}
