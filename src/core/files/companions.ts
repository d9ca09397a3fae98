import { constants } from 'node:fs';
import path from 'node:path';
import { AppError, invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import { show } from '#contract/values.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { assetFolder, assetPath } from './assets/place.ts';
import { readMetadata } from './fileMetadata.ts';
import { stagedPath } from './place.ts';
import { dropThumbs } from './thumbs.ts';

/**
 * Stores staged files as companions of a model, under the names by which the model refers to them.
 *
 * They are used to show the model and are never sent. Throws `invalid` for a file that is not
 * staged.
 */
export async function keepCompanions(
  ws: Workspace,
  model: string,
  files: readonly { readonly name: string; readonly file: string }[],
): Promise<void> {
  if (ws.files.fact(model) === null)
    throw new AppError('not-found', 'There are no bytes here with this hash.');
  const fs = ws.platform.disk.files;
  await fs.promises.mkdir(assetFolder(ws.folder), { recursive: true });
  for (const { name, file } of files) {
    const staged = ws.uploads.staged(file);
    if (staged === null)
      throw invalid([{ place: name, value: show(file), ...expecting('stagedFile') }]);
    const target = assetPath(ws.folder, staged.sha256);
    // Each copy gets its own draft file: the same list may be given with two models at once.
    const draft = path.join(assetFolder(ws.folder), `incoming-${ws.platform.random.id()}`);
    try {
      const source = stagedPath(ws.folder, staged.sha256);
      await fs.promises.copyFile(source, draft, constants.COPYFILE_FICLONE);
      await fs.promises.rename(draft, target);
    } finally {
      await fs.promises.rm(draft, { force: true });
    }
    readMetadata(ws, target, staged.sha256, staged.name);
    const isBeside = ws.files
      .companions(model)
      .some((each) => each.name === name && each.sha256 === staged.sha256);
    ws.files.addCompanion(model, name, staged.sha256);
    // The thumbnails show the model without this companion, or with another one.
    if (!isBeside) dropThumbs(ws, model);
  }
  ws.emit('files.changed', { paths: ws.assets.pathsOf(model), sha256s: [model] });
}
