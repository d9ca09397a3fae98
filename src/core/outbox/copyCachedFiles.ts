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
 * The hash of a file that was fetched only to be looked at, where it is still here and of a type that
 * the service would take again; null otherwise.
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

/** A service may show what it would not take: a file that is empty, or does not hold what its name says. */
function mayBeSent(files: Files, copy: string, name: string): boolean {
  const size = files.statSync(copy, { throwIfNoEntry: false })?.size ?? 0;
  return size > 0 && contentFault(files, copy, name) === null;
}

/** Takes copies that can be sent of a record's files that were only looked at; gives them by their paths. */
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

/** Takes a copy of one such file; gives its staged id, or null where nothing is here that could be sent. */
export async function stageOne(
  ws: Workspace,
  kind: Kind,
  place: string,
  file: string,
): Promise<string | null> {
  const sha = cachedHash({ ...ws, disk: ws.platform.disk }, kind, file);
  if (sha === null) return null;
  const fs = ws.platform.disk.files;
  // Its own name again: what a file may be is told by its ending as well.
  const { file: folder } = targetOf(ws, null, 'again');
  const named = path.join(folder, path.posix.basename(file.replaceAll('\\', '/')));
  await fs.promises.mkdir(folder, { recursive: true });
  try {
    await fs.promises.copyFile(assetPath(ws.folder, sha), named);
    const staged = await stageFile(ws, { path: named, kind, place });
    // Of what a power cut left of a file that was fetched nothing is sent: it bears the name of the whole.
    if (staged.sha256 === sha) return staged.file;
    unstage(ws, [staged.file]);
    // Nor is it promised again: it is fetched anew when somebody looks at it.
    for (const each of ws.assets.pathsOf(sha)) ws.assets.forget(each);
    return null;
  } finally {
    await fs.promises.rm(folder, { recursive: true, force: true });
  }
}
