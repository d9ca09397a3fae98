import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { AppError } from '#contract/errors.ts';

/**
 * Finds a file or folder beside a module or in any folder above it.
 *
 * Source, build and package keep their resources at different depths. Returns null when it does not
 * exist.
 */
export function findUpward(relative: string, from: string = import.meta.url): string | null {
  let folder = path.dirname(fileURLToPath(from));
  for (;;) {
    const candidate = path.join(folder, relative);
    if (fs.existsSync(candidate)) return candidate;
    const parent = path.dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

/** Returns the folder of the demo catalogue. */
export function findDemo(): string {
  const folder = findUpward(path.join('resources', 'demo'));
  if (folder !== null) return folder;
  throw new AppError('internal', 'The demo catalogue is missing in the program folder.');
}

/** Returns the folder of the built page; null when it is not built. */
export function findRenderer(from: string = import.meta.url): string | null {
  const page = findUpward(path.join('out', 'renderer', 'index.html'), from);
  return page === null ? null : path.dirname(page);
}
