import path from 'node:path';
import type { Files } from '../platform/disk.ts';
import type { StagedFile } from '../store/uploadStore.ts';

/** Where the copies of given files lie. */
export function stagedFolder(folder: string): string {
  return path.join(folder, 'staged');
}

/** The local copy of a staged file. */
export function stagedPath(folder: string, sha256: string): string {
  return path.join(stagedFolder(folder), sha256);
}

/** Whether the local copy of a staged file lies there whole, as far as its size tells. */
export function hasCopy(
  fs: Files,
  folder: string,
  { sha256, size }: Pick<StagedFile, 'sha256' | 'size'>,
): boolean {
  return fs.statSync(stagedPath(folder, sha256), { throwIfNoEntry: false })?.size === size;
}
