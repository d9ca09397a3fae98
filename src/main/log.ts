import path from 'node:path';
import { systemDisk } from '#core/nodePlatform.ts';
import type { Log } from '#core/platform.ts';

const { files: fs } = systemDisk;
const LARGEST = 1024 * 1024;

/** Writes sentences into a file of the data folder, wherever that is by then; when it is full the one before is replaced. */
export function fileLog(dataDir: () => string): Log {
  return (level, sentence) => {
    const folder = path.join(dataDir(), 'logs');
    const file = path.join(folder, 'cabinet.log');
    const line = `${new Date().toISOString()} ${level} ${sentence.replaceAll('\n', ' ')}\n`;
    try {
      fs.mkdirSync(folder, { recursive: true });
      setFullAside(file);
      fs.writeFileSync(file, line, { flag: 'a' });
    } catch {
      // A full disk must not keep the program from saying so on the screen.
    }
  };
}

function setFullAside(file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGEST) return;
  try {
    fs.renameSync(file, `${file}.old`);
  } catch {
    // On Windows neither can be moved while somebody reads along: then it grows on until they have done.
  }
}
