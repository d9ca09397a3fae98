import fs from 'node:fs';
import path from 'node:path';
import type { Disk } from '#core/platform/disk.ts';
import { systemDisk } from '#core/app/nodePlatform.ts';

/**
 * Creates a disk that can go back to its state at a kill.
 *
 * It does so before the program opens it again.
 */
export function killable() {
  let left: { readonly from: string; readonly to: string } | null = null;
  const put = (from: string, to: string) => {
    for (const name of fs.readdirSync(to)) {
      if (name === 'instance.lock') continue;
      if (!fs.existsSync(path.join(from, name)))
        fs.rmSync(path.join(to, name), { recursive: true });
    }
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
      if (/-shm$|instance\.lock/.test(entry.name)) continue;
      if (entry.isDirectory()) {
        fs.mkdirSync(target, { recursive: true });
        put(source, target);
        // Written in place: a file keeps its number, as it does where a process is killed.
      } else fs.writeFileSync(target, fs.readFileSync(source));
    }
    for (const name of fs.readdirSync(to))
      if (name.endsWith('-shm')) fs.rmSync(path.join(to, name));
  };
  const disk: Disk = {
    files: systemDisk.files,
    openDatabase: (file, options) => {
      if (left !== null && file.endsWith('instance.lock')) {
        const { from, to } = left;
        left = null;
        put(from, to);
        fs.rmSync(from, { recursive: true });
      }
      return systemDisk.openDatabase(file, options);
    },
  };
  const kill = (folder: string) => {
    const from = path.join(folder, 'killed');
    fs.rmSync(from, { recursive: true, force: true });
    fs.cpSync(path.join(folder, 'data'), from, { recursive: true });
    left = { from, to: path.join(folder, 'data') };
  };
  return { disk, kill };
}
