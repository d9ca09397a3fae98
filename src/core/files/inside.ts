import { constants } from 'node:fs';
import path from 'node:path';
import type { Files, OpenFile } from '../platform/disk.ts';

const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
/** Windows has no such flag; there the opened file is compared too. */
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/**
 * Returns the real path of a document's folder; call before the document is read.
 *
 * The files that the document names are looked up in this path alone. If a link replaces the folder
 * later, none are found.
 */
export function documentFolder(fs: Files, folder: string): string {
  return realOf(fs, folder) ?? path.resolve(folder);
}

/**
 * Returns whether a file named by a document lies outside the document's folder, by its path or
 * through a link.
 *
 * A file that does not exist is judged by its path alone.
 */
export function leadsOutside(fs: Files, folder: string, file: string): boolean {
  const real = realOf(fs, file);
  // A file that does not exist is judged by its name.
  return real === null
    ? !isBelow(path.resolve(folder), path.resolve(file))
    : !isBelow(rootOf(fs, folder), real);
}

/**
 * Returns the real path of a file that a document names; null where it is outside the folder or
 * missing.
 */
export function insideOf(fs: Files, folder: string, name: string): string | null {
  // A sheet may name thousands of files that do not exist, and real paths take longer.
  if (!fs.existsSync(path.resolve(folder, name))) return null;
  const root = rootOf(fs, folder);
  const real = root === null ? null : realOf(fs, path.resolve(root, name));
  return isBelow(root, real) ? real : null;
}

/**
 * Opens a file for reading, once. A pipe in its place does not block the thread.
 *
 * With a folder it returns null where the opened file is not inside. A link may have replaced the
 * file since it was checked.
 */
export async function openInside(
  fs: Files,
  file: string,
  folder: string | undefined,
): Promise<OpenFile | null> {
  if (folder === undefined) return fs.promises.open(file, READ);
  const real = realOf(fs, file);
  if (leadsOutside(fs, folder, file) || (real === null && fs.existsSync(file))) return null;
  const opened = await openNoLink(fs, real ?? file);
  if (opened === null) return null;
  try {
    if (isOpenedInside(fs, folder, file, opened.fd)) return opened;
  } catch (thrown) {
    await opened.close();
    throw thrown;
  }
  await opened.close();
  return null;
}

/**
 * Opens a plain file for reading, at once; null where it is a pipe, a folder or a device.
 *
 * With a folder it returns null where the opened file is not inside, and throws where a link has
 * replaced the file.
 */
export function openPlain(fs: Files, file: string, folder?: string): number | null {
  const opened =
    folder === undefined
      ? fs.openSync(file, READ)
      : fs.openSync(realOf(fs, file) ?? file, READ | NO_LINK);
  try {
    const isInside = folder === undefined || isOpenedInside(fs, folder, file, opened);
    if (isInside && fs.fstatSync(opened).isFile()) return opened;
  } catch (thrown) {
    fs.closeSync(opened);
    throw thrown;
  }
  fs.closeSync(opened);
  return null;
}

/** Returns null where a link has replaced the file. */
async function openNoLink(fs: Files, file: string): Promise<OpenFile | null> {
  try {
    return await fs.promises.open(file, READ | NO_LINK);
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'ELOOP') return null;
    throw thrown;
  }
}

/**
 * Returns the path of an opened file as the system knows it.
 *
 * No name is looked up again, so nothing can be exchanged in between. Null on systems without this
 * information.
 */
function placeOfOpened(fs: Files, fd: number): string | null {
  return process.platform === 'linux' ? realOf(fs, `/proc/self/fd/${fd}`) : null;
}

/**
 * Returns whether an opened file lies in the folder.
 *
 * Where the system does not tell its place, it is compared with the file now in the folder.
 */
function isOpenedInside(fs: Files, folder: string, file: string, opened: number): boolean {
  const place = placeOfOpened(fs, opened);
  if (place !== null) return isBelow(rootOf(fs, folder), place);
  const now = insideOf(fs, folder, file);
  const there =
    now === null ? undefined : fs.statSync(now, { bigint: true, throwIfNoEntry: false });
  const held = fs.fstatSync(opened, { bigint: true });
  return there !== undefined && there.dev === held.dev && there.ino === held.ino;
}

/** Returns the folder of a document; null where it is gone or was replaced by a link. */
function rootOf(fs: Files, folder: string): string | null {
  const real = realOf(fs, folder);
  return real !== null && path.relative(real, folder) === '' ? real : null;
}

function realOf(fs: Files, file: string): string | null {
  try {
    return fs.realpathSync(file);
  } catch {
    return null;
  }
}

function isBelow(folder: string | null, file: string | null): boolean {
  if (folder === null || file === null) return false;
  const way = path.relative(folder, file);
  return way !== '' && way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}
