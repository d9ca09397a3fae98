import type { Files } from './disk.ts';

/** The most bytes of a note: it holds a path. */
const MOST = 64 << 10;

/**
 * Returns the text of a note that Cabinet wrote; null if there is none.
 *
 * Returns an empty text for a link, a pipe, a folder or a large file, which would be read without
 * end. Another person may have given the folder.
 */
export function smallText(fs: Files, file: string): string | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  return stat.isFile() && stat.size <= MOST ? fs.readFileSync(file, 'utf8') : '';
}
