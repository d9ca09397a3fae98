import fs from 'node:fs';
import path from 'node:path';
import type { Issue } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';

const WRITABLE_BY_OTHERS = 0o022;
/** In such a folder only the owner can rename or remove a file. */
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Returns the first folder in which another account could replace the managed file.
 *
 * Returns null without such a folder. All folders above the file and above the targets of its links
 * are checked.
 */
export function openFolder(file: string, owner: number): Issue | null {
  const nearest = path.dirname(file);
  if (!fs.existsSync(nearest)) return null;
  const places = [file, path.join(fs.realpathSync(nearest), path.basename(file))];
  if (fs.existsSync(file)) places.push(fs.realpathSync(file));
  for (const place of places)
    for (const folder of foldersAbove(place)) {
      const issue = issueOf(folder, owner, folder === path.dirname(place));
      if (issue !== null) return issue;
    }
  return null;
}

function foldersAbove(file: string): string[] {
  const folder = path.dirname(file);
  return folder === file ? [] : [folder, ...foldersAbove(folder)];
}

function issueOf(folder: string, owner: number, isNearest: boolean): Issue | null {
  const { uid, mode } = fs.statSync(folder);
  const isSafeAbove = !isNearest && (mode & STICKY) !== 0;
  const isOpen = (mode & WRITABLE_BY_OTHERS) !== 0 && !isSafeAbove;
  const isForeign = uid !== owner && uid !== ROOT;
  if (!isOpen && !isForeign) return null;
  return {
    place: `folder ${folder}`,
    value: isForeign ? `owned by user ${uid}` : `permissions ${(mode & 0o777).toString(8)}`,
    ...expecting('adminOnly'),
  };
}
