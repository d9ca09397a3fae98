import { transact } from '../store/database.ts';
import type { StagedFile } from '../store/uploadStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { hasCopy } from './place.ts';
import { checkFile, stageFile } from './stage.ts';
import type { StageRequest } from './stage.ts';

/**
 * Returns a function that stages the files of one document and copies each file once.
 *
 * A document may name one large file for thousands of records. Each of them gets its own staged
 * file with the same copy.
 */
export function stageOnce(ws: Workspace): (request: StageRequest) => Promise<StagedFile> {
  const { clock, disk, random } = ws.platform;
  const known = new Map<string, StagedFile>();
  return async (request) => {
    const before = known.get(request.path);
    if (before === undefined || !hasCopy(disk.files, ws.folder, before)) {
      const staged = await stageFile(ws, request);
      known.set(request.path, staged);
      return staged;
    }
    // The first record may accept other types of files.
    checkFile(disk.files, request);
    const staged = { ...before, file: random.id(), stagedAt: clock.now() };
    transact(ws.work, () => ws.uploads.addStaged(staged));
    return staged;
  };
}
