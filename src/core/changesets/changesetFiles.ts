import path from 'node:path';
import type { Files } from '../platform/disk.ts';
import { removeQuietly } from '../platform/removeQuietly.ts';

/** Returns the path of a changeset's file. */
export function fileOf(folder: string, id: string): string {
  return path.join(folder, `${id.replaceAll(/[^A-Za-z0-9-]/g, '')}.db`);
}

/** Removes the file of a changeset with its `-wal` and `-shm` files. */
export function removeFile(fs: Files, file: string): void {
  for (const suffix of ['', '-wal', '-shm']) removeQuietly(fs, file + suffix);
}

/** Removes the changeset files that are not in `kept`. */
export function removeOtherChangesets(fs: Files, folder: string, kept: readonly string[]): void {
  if (!fs.existsSync(folder)) return;
  const files = new Set(kept.map((id) => path.basename(fileOf(folder, id))));
  for (const name of fs.readdirSync(folder))
    if (!files.has(name.replace(/-(?:wal|shm)$/, ''))) removeQuietly(fs, path.join(folder, name));
}
