import path from 'node:path';
import { invalid } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Files } from '../../platform/disk.ts';
import { hasCode } from '../../store/database.ts';

/** The file systems in which Linux shows its own state (proc, sysfs). They take no new folders. */
const KERNEL: ReadonlySet<number> = new Set([0x9fa0, 0x6265_6572]);

/**
 * Throws `invalid` for a data folder that cannot be made: on its way lies a file, a link to nothing,
 * or a file system of the kernel, in which Node would try for ever; or its path is too long.
 */
export function refuseImpossible(fs: Files, folder: string): void {
  if (folder.includes('\0')) throw impossible(folder);
  let place = folder;
  while (!isEntry(fs, place, folder) && path.dirname(place) !== place) place = path.dirname(place);
  // A drive that is not there is told elsewhere.
  if (!isEntry(fs, place, folder)) return;
  // A link may lead to nothing, or to itself.
  const isFolder = fs.existsSync(place) && fs.statSync(place).isDirectory();
  if (!isFolder || KERNEL.has(fs.statfsSync(place).type)) throw impossible(folder);
}

function isEntry(fs: Files, place: string, folder: string): boolean {
  try {
    return fs.lstatSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (hasCode(error, /^ENAMETOOLONG$/)) throw impossible(folder);
    if (hasCode(error, /^(?:ENOTDIR|ELOOP)$/)) return false;
    throw error;
  }
}

function impossible(folder: string) {
  return invalid([{ place: 'folder', value: folder, ...expecting('folder') }]);
}
