import type fs from 'node:fs';
import type { Files } from './disk.ts';

/** The file system of Node or of Electron. */
export type NodeFs = typeof fs;

/** Permissions of files that only this account may read, regardless of the umask. */
export const OWNER_FILE = 0o600;
const OWNER_FOLDER = 0o700;
/**
 * Permissions of files that the user shares: the umask of the system applies, as for any program.
 */
export const HANDED_ON = 0o666;

const OTHERS = 0o077;

/** Returns the mode without the permissions of other accounts; null if they have none. */
export function withoutOthers(mode: number): number | null {
  return (mode & OTHERS) === 0 ? null : mode & 0o700;
}

/** Returns a file system whose new files and folders belong to this account alone. */
export function privateFiles(base: NodeFs): Files {
  const close = (file: string) => quietly(() => base.chmodSync(file, OWNER_FILE));
  const folder = (options?: Parameters<Files['mkdirSync']>[1]) => ({
    mode: OWNER_FOLDER,
    ...options,
  });
  return {
    ...base,
    // A copy gets the permissions of its source, so they are reset.
    copyFileSync: (from, to) => {
      base.copyFileSync(from, to);
      close(to);
    },
    mkdirSync: (place, options) => void base.mkdirSync(place, folder(options)),
    openSync: (file, flags) => base.openSync(file, flags, OWNER_FILE),
    writeFileSync: (file, content, options) =>
      base.writeFileSync(file, content, { mode: OWNER_FILE, ...options }),
    promises: {
      ...base.promises,
      copyFile: async (from, to, mode) => {
        await base.promises.copyFile(from, to, mode);
        close(to);
      },
      mkdir: (place, options) => base.promises.mkdir(place, folder(options)),
      open: (file, flags, mode = OWNER_FILE) => base.promises.open(file, flags, mode),
      writeFile: (file, bytes, options) =>
        base.promises.writeFile(file, bytes, { mode: OWNER_FILE, ...options }),
    },
  };
}

/**
 * Creates an empty private file for a database.
 *
 * SQLite gives its log files the permissions of the database.
 */
export function makePrivate(base: NodeFs, file: string): void {
  quietly(() => base.closeSync(base.openSync(file, 'ax', OWNER_FILE)));
}

// Ignores errors. A disk may not support permissions; the caller handles a file that exists or
// cannot be created.
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Ignored, as described above.
  }
}
