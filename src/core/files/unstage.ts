import { removeQuietly } from '../removeQuietly.ts';
import { transact } from '../store/database.ts';
import type { Workspace } from '../workspace.ts';
import { stagedPath } from './place.ts';

/** Removes staged copies that no operation, draft or plan names; those in use stay where they are. */
export function unstage(ws: Workspace, files: readonly string[]): void {
  const hashes = transact(ws.work, () => ws.uploads.removeStaged(files));
  for (const sha256 of new Set(hashes))
    if (!ws.uploads.isStaged(sha256))
      removeQuietly(ws.platform.disk.files, stagedPath(ws.folder, sha256));
}
