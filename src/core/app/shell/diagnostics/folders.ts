import path from 'node:path';
import { isRemoved } from '../../../workspace/dataFolder/removed.ts';
import type { Files } from '../../../platform/disk.ts';

const FOLDERS = ['staged', 'assets', 'thumbs', 'backups', 'plans', 'downloads', 'incoming'];
const SET_ASIDE = /\.db\.(?:damaged|replaced|earlier)-[^.]+$/;

/** Returns the number of files and bytes per folder, never names. */
export function foldersOf(fs: Files, dataDir: string, folder: string): object {
  const profiles = path.join(dataDir, 'profiles');
  return {
    profiles: fs.existsSync(profiles)
      ? fs.readdirSync(profiles).filter((name) => !isRemoved(name)).length
      : 0,
    ofThisProfile: Object.fromEntries(
      FOLDERS.map((name) => [name, measure(fs, path.join(folder, name))]),
    ),
    databasesSetAside: fs.existsSync(folder)
      ? fs.readdirSync(folder).filter((name) => SET_ASIDE.test(name)).length
      : 0,
  };
}

function measure(fs: Files, folder: string): { files: number; bytes: number } {
  if (!fs.existsSync(folder)) return { files: 0, bytes: 0 };
  const sizes = fs.readdirSync(folder).map((name) => {
    const stat = fs.statSync(path.join(folder, name), { throwIfNoEntry: false });
    if (stat?.isDirectory() === true) return measure(fs, path.join(folder, name));
    return { files: stat === undefined ? 0 : 1, bytes: stat?.size ?? 0 };
  });
  return sizes.reduce(
    (sum, each) => ({ files: sum.files + each.files, bytes: sum.bytes + each.bytes }),
    { files: 0, bytes: 0 },
  );
}
