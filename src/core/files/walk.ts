import type { Stats } from 'node:fs';
import path from 'node:path';
import { MOST_FILES } from '#contract/files/intake.ts';
import type { Files } from '../platform/disk.ts';
import type { FoundFile, PassedOver } from '#contract/files/intake.ts';

const DEEPEST = 24;
/** Files that operating systems create in folders. */
const LITTER = /^(?:\..*|thumbs\.db|desktop\.ini|__macosx)$/i;

/** The files found by a walk, and those left out. */
export interface Walked {
  readonly files: FoundFile[];
  readonly passedOver: PassedOver[];
}

/**
 * Finds the files under dropped paths, with all subfolders, in the order of their names.
 *
 * A dropped link is followed; one inside a folder is not. So a walk never runs in a circle or out
 * of the folder.
 */
export async function walk(fs: Files, paths: readonly string[]): Promise<Walked> {
  const found: Walked = { files: [], passedOver: [] };
  const seen = new Set<string>();
  for (const dropped of paths) {
    const whole = path.resolve(dropped);
    if (!path.isAbsolute(dropped) || seen.has(whole)) continue;
    seen.add(whole);
    await enter(fs, found, whole, path.basename(whole), 0);
  }
  return found;
}

async function enter(
  fs: Files,
  found: Walked,
  file: string,
  shown: string,
  depth: number,
): Promise<void> {
  if (found.files.length >= MOST_FILES) return passOver(found, shown, 'too-many');
  const stat = await statOf(fs, file, depth === 0);
  if (stat === null) return passOver(found, shown, 'unreadable');
  if (stat.isSymbolicLink()) return passOver(found, shown, 'link');
  if (stat.isFile()) {
    found.files.push({ path: file, name: path.basename(file), shown, size: stat.size });
    return;
  }
  if (!stat.isDirectory()) return passOver(found, shown, 'no-file');
  if (depth >= DEEPEST) return passOver(found, shown, 'too-deep');
  await enterFolder(fs, found, file, shown, depth);
}

async function enterFolder(
  fs: Files,
  found: Walked,
  folder: string,
  shown: string,
  depth: number,
): Promise<void> {
  const names = await namesIn(fs, folder);
  if (names === null) return passOver(found, shown, 'unreadable');
  for (const name of names) {
    const inner = `${shown}/${name}`;
    if (LITTER.test(name)) passOver(found, inner, 'system');
    else await enter(fs, found, path.join(folder, name), inner, depth + 1);
  }
}

async function statOf(fs: Files, file: string, follow: boolean): Promise<Stats | null> {
  try {
    return await (follow ? fs.promises.stat(file) : fs.promises.lstat(file));
  } catch {
    return null;
  }
}

async function namesIn(fs: Files, folder: string): Promise<readonly string[] | null> {
  try {
    return (await fs.promises.readdir(folder)).toSorted((a, b) =>
      a.localeCompare(b, 'en', { numeric: true }),
    );
  } catch {
    return null;
  }
}

/** Notes a file left out; one line is enough for all files above the limit. */
function passOver({ passedOver }: Walked, shown: string, why: PassedOver['why']): void {
  if (why === 'too-many' && passedOver.at(-1)?.why === why) return;
  passedOver.push({ shown, why });
}
