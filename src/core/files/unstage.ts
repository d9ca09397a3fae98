import { removeQuietly } from '../platform/removeQuietly.ts';
import { transact } from '../store/database.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { knownToOthers } from './backupBlobRefs.ts';
import { stagedPath } from './place.ts';

/** Removes staged copies that no operation, draft or product draft names; keeps those in use. */
export function unstage(ws: Workspace, files: readonly string[]): void {
  const { disk } = ws.platform;
  const hashes = transact(ws.work, () => ws.uploads.removeStaged(files));
  const free = [...new Set(hashes)].filter((sha256) => !ws.uploads.isStaged(sha256));
  if (free.length === 0) return;
  // A backup that the user may restore may name the same bytes.
  const known = knownToOthers(disk, ws.folder, free);
  for (const sha256 of free)
    if (!known.has(sha256)) removeQuietly(disk.files, stagedPath(ws.folder, sha256));
}
