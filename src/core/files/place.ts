import path from 'node:path';
import type { Files } from '../platform/disk.ts';
import type { StagedFile } from '../store/uploadStore.ts';

/** Where the copies of given files lie. */
export function stagedFolder(folder: string): string {
  return path.join(folder, 'staged');
}

/** The local copy of a staged file. */
export function stagedPath(folder: string, sha256: string): string {
  return pathByHash(stagedFolder(folder), sha256);
}

/**
 * Returns the file of a folder that a hash names. A database that somebody else wrote may hold a path in its place:
 * it leads to no other folder.
 */
export function pathByHash(folder: string, sha256: string): string {
  const name = path.basename(sha256);
  return path.join(folder, /^\.*$/.test(name) ? 'nothing' : name);
}

/** Whether the local copy of a staged file lies there whole, as far as its size tells. */
export function hasCopy(
  fs: Files,
  folder: string,
  { sha256, size }: Pick<StagedFile, 'sha256' | 'size'>,
): boolean {
  return fs.statSync(stagedPath(folder, sha256), { throwIfNoEntry: false })?.size === size;
}
