import path from 'node:path';

/** Where the copies of given files lie. */
export function stagedFolder(folder: string): string {
  return path.join(folder, 'staged');
}

/** The local copy of a staged file. */
export function stagedPath(folder: string, sha256: string): string {
  return path.join(stagedFolder(folder), sha256);
}
