import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Files } from '../../platform/disk.ts';
import { hasCode } from '../../store/database.ts';

/** The file systems in which Linux shows its own state (proc, sysfs). They take no new folders. */
const KERNEL: ReadonlySet<number> = new Set([0x9fa0, 0x6265_6572]);

/**
 * Throws `invalid` for a data folder that cannot be made: on its way lies a file, or a file system of
 * the kernel, in which Node would try for ever; or its path is too long.
 */
export function refuseImpossible(fs: Files, folder: string): void {
  if (folder.includes('\0') || isTooLong(fs, folder)) throw impossible(folder);
  let place = folder;
  while (!fs.existsSync(place) && path.dirname(place) !== place) place = path.dirname(place);
  if (!fs.existsSync(place)) return;
  if (!fs.statSync(place).isDirectory() || KERNEL.has(fs.statfsSync(place).type))
    throw impossible(folder);
}

function isTooLong(fs: Files, folder: string): boolean {
  try {
    fs.lstatSync(folder, { throwIfNoEntry: false });
    return false;
  } catch (error) {
    return hasCode(error, /^ENAMETOOLONG$/);
  }
}

function impossible(folder: string) {
  return invalid([{ place: 'folder', value: folder, ...expecting('folder') }]);
}
