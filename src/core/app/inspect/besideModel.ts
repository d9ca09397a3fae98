import path from 'node:path';
import { extensionOf, isCompanion, KNOWN_EXTENSIONS } from '#contract/files/types.ts';
import type { Files } from '../../platform/disk.ts';
import type { ModelQuestion } from './protocol.ts';

/** Levels of folders below the model that are searched; textures usually lie one level down. */
const DEEPEST = 3;
const MOST_SEEN = 5000;

/**
 * Lists the files near a model that it may name.
 *
 * These are textures, material lists and further models. Names are relative to the folder of the
 * model. Unreadable folders are skipped.
 */
export async function besideModel(fs: Files, file: string): Promise<ModelQuestion['beside']> {
  const folder = path.dirname(path.resolve(file));
  const found: { name: string; path: string }[] = [];
  let seen = 0;
  const walk = async (below: readonly string[]): Promise<void> => {
    const names = await fs.promises.readdir(path.join(folder, ...below)).catch(() => []);
    for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
      seen += 1;
      if (seen > MOST_SEEN) return;
      if (name.startsWith('.')) continue;
      const place = path.join(folder, ...below, name);
      const stat = await fs.promises.lstat(place).catch(() => null);
      if (stat === null || place === path.resolve(file)) continue;
      if (stat.isDirectory() && below.length < DEEPEST) await walk([...below, name]);
      else if (stat.isFile() && isWanted(name))
        found.push({ name: [...below, name].join('/'), path: place });
    }
  };
  await walk([]);
  return found;
}

function isWanted(name: string): boolean {
  return isCompanion(name) || KNOWN_EXTENSIONS.includes(extensionOf(name));
}
