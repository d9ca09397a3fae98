import { AppError } from '#contract/errors.ts';
import type { Handlers } from '#contract/procedures.ts';
import { recheckFile } from '../files/fileKnowledge.ts';
import { transact } from '../store/database.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Assets } from '../files/assets/assets.ts';
import { keepCompanions } from '../files/companions.ts';
import type { StagingJobs } from '../files/stagingJobs.ts';
import { queueFiles } from '../outbox/fileQueue.ts';
import { putThumb } from '../files/thumbs.ts';
import { unstage } from '../files/unstage.ts';

/** The procedures that change files. */
export type FileWriteName =
  | 'files.stage'
  | 'files.give'
  | 'files.cancel'
  | 'files.unstage'
  | 'files.queue'
  | 'assets.want'
  | 'thumbs.put'
  | 'facts.put'
  | 'companions.put';

/**
 * Returns the handlers that change files.
 *
 * They stage files, queue them, and store drawn thumbnails and model facts.
 */
export function fileWrites(
  ws: Workspace,
  copies: StagingJobs,
  assets: Assets,
): Handlers<FileWriteName> {
  return {
    'files.stage': (request) => copies.stage(request),
    'files.give': ({ name, data, kind, field }) => copies.give(name, data, { kind, field }),
    'files.cancel': ({ token }) => {
      copies.cancel(token);
      return {};
    },
    'files.unstage': ({ files }) => {
      unstage(ws, files);
      return {};
    },
    'files.queue': ({ name, assignments }) => queueFiles(ws, name, assignments),
    'assets.want': ({ paths }) => {
      assets.want(paths);
      return {};
    },
    'thumbs.put': ({ sha256, size, data, beside }) => {
      // Companion files arrived while the thumbnail was drawn. The window gets an event for them
      // and draws it again.
      if (beside === undefined || beside === ws.files.beside(sha256))
        putThumb(ws, sha256, size, data);
      return {};
    },
    'facts.put': ({ sha256, model }) => {
      if (ws.files.fact(sha256) === null)
        throw new AppError('not-found', 'There are no bytes here with this hash.');
      ws.files.setModel(sha256, model);
      recheckModel(ws, sha256);
      ws.emit('files.changed', { paths: ws.assets.pathsOf(sha256), sha256s: [sha256] });
      return {};
    },
    'companions.put': async ({ sha256, files }) => {
      await keepCompanions(ws, sha256, files);
      return {};
    },
  };
}

/**
 * Marks the records that name a file for another check.
 *
 * Their sizes can now be compared with the model.
 */
function recheckModel(ws: Workspace, sha256: string): void {
  const paths = new Set([...ws.assets.pathsOf(sha256), ...ws.uploads.pathsOf(sha256)]);
  transact(ws.cache, () => {
    for (const path of paths) recheckFile(ws.cache, path);
  });
}
