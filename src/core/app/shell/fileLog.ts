import path from 'node:path';
import type { Files } from '../../platform/disk.ts';
import type { Log } from '../../platform/platform.ts';

const LARGEST = 1024 * 1024;

/**
 * Returns the log of every shell: `logs/cabinet.log` in the data folder.
 *
 * Secrets are removed. A full log becomes `cabinet.log.old` and replaces the previous one.
 * `dataDir` is called each time, since the data may be moved.
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
      // A full disk must not keep the program from showing the message on screen.
    }
  };
}

const REMOVED = '[removed]';
/** Secrets that a sentence of another program may contain; our own sentences contain none. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[\w.~+/=-]+/gi, `$1 ${REMOVED}`],
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]+)?/g, REMOVED],
  [/\/\/[^\s/@]+@/g, `//${REMOVED}@`],
  [
    /((?:password|passwd|token|secret|authorization|api[-_]?key)["']?\s*[:=]\s*["']?)(?!\[removed\]|Bearer|Basic)[^\s"',;&}]+/gi,
    `$1${REMOVED}`,
  ],
];

/** Returns a sentence without tokens, passwords and credentials of an address. */
export function withoutSecrets(sentence: string): string {
  return SECRETS.reduce((text, [pattern, instead]) => text.replace(pattern, instead), sentence);
}

function setFullAside(fs: Files, file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LARGEST) return;
  try {
    fs.renameSync(file, `${file}.old`);
  } catch {
    // On Windows the log cannot be renamed while it is open elsewhere; it then grows until it is
    // closed.
  }
}
