import path from 'node:path';
import { extensionOf } from '#contract/files/types.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { Files } from '../platform/disk.ts';
import { assetPath } from '../files/assets/place.ts';
import { contentFault } from '../files/fileTypes.ts';
import { allowedExtensions, stageFile } from '../files/stage.ts';
import { unstage } from '../files/unstage.ts';
import type { FilePlaces } from '../files/fileKnowledge.ts';
import { targetOf } from '../files/outputFile.ts';
import { parseDoc } from '../store/recordStore.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { pathsOf } from '../record/fileFields.ts';

/**
 * Returns the hash of a cached file that can be sent again; null otherwise.
 *
 * The file must still be in the cache, and the service must accept its type.
 */
export function cachedHash(
  { assets, disk, folder }: Pick<FilePlaces, 'assets' | 'disk' | 'folder'>,
  kind: Kind,
  file: string,
): string | null {
  const allowed = allowedExtensions(kind);
  if (allowed !== null && !allowed.includes(extensionOf(file))) return null;
  const sha = assets.get(file)?.sha256 ?? null;
  return sha !== null && mayBeSent(disk.files, assetPath(folder, sha), file) ? sha : null;
}

/**
 * Returns whether the content of a cached file can be sent under its name.
 *
 * A service may show files that it would refuse: empty ones, or ones whose content does not match
 * the name.
 */
function mayBeSent(files: Files, copy: string, name: string): boolean {
  const size = files.statSync(copy, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && contentFault(files, copy, name) === null;
}

/** Stages the cached files of a record that can be sent; returns staged ids by path. */
export async function stageCached(
  ws: Workspace,
  kind: Kind,
  doc: string,
  isStaged: (file: string) => boolean,
): Promise<ReadonlyMap<string, string>> {
  const staged = new Map<string, string>();
  for (const [field, file] of pathsOf({ resource: resourceOf(kind), record: parseDoc(doc) })) {
    const copy = isStaged(file) ? null : await stageOne(ws, kind, field, file);
    if (copy !== null) staged.set(file, copy);
  }
  return staged;
}

/**
 * Stages one cached file.
 *
 * Returns its staged id; null if there is no copy that can be sent.
 */
export async function stageOne(
  ws: Workspace,
  kind: Kind,
  place: string,
  file: string,
): Promise<string | null> {
  const sha = cachedHash({ ...ws, disk: ws.platform.disk }, kind, file);
  if (sha === null) return null;
  const fs = ws.platform.disk.files;
  // The file keeps its own name, because its extension also decides its type.
  const { file: folder } = targetOf(ws, null, 'again');
  const named = path.join(folder, path.posix.basename(file.replaceAll('\\', '/')));
  await fs.promises.mkdir(folder, { recursive: true });
  try {
    await fs.promises.copyFile(assetPath(ws.folder, sha), named);
    const staged = await stageFile(ws, { path: named, kind, place });
    // A power cut may have truncated a cached file that is named by its full hash. Such a file is
    // not sent.
    if (staged.sha256 === sha) return staged.file;
    unstage(ws, [staged.file]);
    // Forget the asset, so that it is fetched again when the user views it.
    for (const each of ws.assets.pathsOf(sha)) ws.assets.forget(each);
    return null;
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}
