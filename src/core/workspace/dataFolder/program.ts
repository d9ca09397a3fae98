import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { invalid } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Files } from '../../platform/disk.ts';

/** Systems whose file names ignore case. */
const ONE_CASE = new Set<NodeJS.Platform>(['win32', 'darwin']);

/**
 * Returns the folder that the next `npm install` replaces; null in a checkout.
 *
 * npm may clear the whole `node_modules` folder, so the outermost one counts.
 */
export function installedIn(module = fileURLToPath(import.meta.url)): string | null {
  const parts = module.split(path.sep);
  const at = parts.indexOf('node_modules');
  return at < 0 ? null : parts.slice(0, at + 1).join(path.sep);
}

/** Returns whether a folder is the installed program's folder or lies inside it. */
export function isInProgram(fs: Files, program: string | null, folder: string): boolean {
  if (program === null) return false;
  const way = path.relative(comparable(fs, program), comparable(fs, folder));
  return way.split(path.sep)[0] !== '..' && !path.isAbsolute(way);
}

/** Throws `invalid` for a data folder inside the installed program. */
export function refuseProgram(fs: Files, program: string | null, folder: string): void {
  if (isInProgram(fs, program, folder)) throw inProgram(folder);
}

function inProgram(folder: string): AppError {
  return invalid([{ place: 'folder', value: folder, ...expecting('folderOutside') }]);
}

/** Returns the warning for data that already lie inside the installed program. */
export function dataInProgram(folder: string): string {
  return `The data folder ${folder} lies inside the installed program: updating or uninstalling Cabinet deletes it with all unsent changes. Move it with: cabinet data move FOLDER`;
}

function comparable(fs: Files, folder: string): string {
  const place = realPlace(fs, path.resolve(folder));
  return ONE_CASE.has(process.platform) ? place.toLowerCase() : place;
}

/** Resolves links in a path whose end may not exist yet. */
export function realPlace(fs: Files, place: string): string {
  if (fs.existsSync(place)) return fs.realpathSync(place);
  const parent = path.dirname(place);
  return parent === place ? place : path.join(realPlace(fs, parent), path.basename(place));
}
