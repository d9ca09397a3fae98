import path from 'node:path';
import type { Files } from '../platform/disk.ts';
import type { StagedFile } from '../store/uploadStore.ts';

/** Returns the folder of the staged files. */
export function stagedFolder(folder: string): string {
  return path.join(folder, 'staged');
}

/** Returns the path of a staged file's local copy. */
export function stagedPath(folder: string, sha256: string): string {
  return pathByHash(stagedFolder(folder), sha256);
}

/**
 * Returns the file of a folder that a hash names.
 *
 * A foreign database may hold a path in place of the hash; it never leads to another folder.
 */
export function pathByHash(folder: string, sha256: string): string {
  const name = path.basename(sha256);
  return path.join(folder, /^\.*$/.test(name) ? 'nothing' : name);
}

/** Returns whether the copy of a staged file exists and has the right size. */
export function hasCopy(
  fs: Files,
  folder: string,
  { sha256, size }: Pick<StagedFile, 'sha256' | 'size'>,
): boolean {
  return fs.statSync(stagedPath(folder, sha256), { throwIfNoEntry: false })?.size === size;
}
