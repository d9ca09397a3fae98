import path from 'node:path';
import { computerMark } from './computerMark.ts';
import type { Workspace } from './workspace.ts';

/** Key of the mark that an account has signed in with this very `work.db`. */
const HERE = 'signedIn:here';

type Place = Pick<Workspace, 'platform' | 'meta' | 'folder'>;

/** Notes that this user has signed in with this `work.db` on this computer. */
export function noteSignedInHere(place: Place): void {
  const mark = markOf(place);
  if (mark === null) place.meta.remove(HERE);
  else place.meta.set(HERE, mark);
}

/** Returns whether this user has signed in with this `work.db` on this computer. */
export function wasSignedInHere(place: Place): boolean {
  const noted = place.meta.get(HERE);
  return noted !== null && noted === markOf(place);
}

function markOf({ platform: { disk }, folder }: Place): string | null {
  return computerMark(disk, path.join(folder, 'work.db'), 'signed-in');
}
