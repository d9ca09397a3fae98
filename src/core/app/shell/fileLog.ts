import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import type { Log } from '../../platform/platform.ts';

const LARGEST = 1024 * 1024;

/**
 * Returns the log that every shell writes: `logs/cabinet.log` in the data folder, without secrets.
 *
 * A full one becomes `cabinet.log.old`, in the place of the one before. `dataDir` is asked each time,
 * since the data may be moved.
 */
export function fileLog(fs: Files, dataDir: () => string): Log {
  return (level, sentence) => {
    const folder = path.join(dataDir(), 'logs');
    const file = path.join(folder, 'cabinet.log');
    const line = `${new Date().toISOString()} ${level} ${withoutSecrets(sentence).replaceAll('\n', ' ')}\n`;
    try {
      fs.mkdirSync(folder, { recursive: true });
      setFullAside(fs, file);
      fs.writeFileSync(file, line, { flag: 'a' });
    } catch {
      // A full disk must not keep the program from saying so on the screen.
    }
  };
}

const REMOVED = '[removed]';
/** What a sentence of another program may carry: nothing of ours names a secret. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, REMOVED],
  [/\/\/[^\s/@]+@/g, `//${REMOVED}@`],
  [
    /((?:password|passwd|token|secret|authorization|api[-_]?key)["']?\s*[:=]\s*["']?)(?!\[removed\]|Bearer|Basic)[^\s"',;&}]+/gi,
    `$1${REMOVED}`,
  ],
];

/** Returns a sentence without tokens, passwords and the sign-in of an address. */
export function withoutSecrets(sentence: string): string {
  return SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), sentence);
}

function setFullAside(fs: Files, file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGEST) return;
  try {
    fs.renameSync(file, `${file}.old`);
  } catch {
    // On Windows neither can be moved while somebody reads along: then it grows on until they have done.
  }
}
