import type { Files } from './disk.ts';

/**
 * Removes a file or a whole folder that is no longer needed; ignores errors.
 *
 * Removing may fail, for example while another program has the file open. It is tried again at the
 * next start.
 */
export function removeQuietly(fs: Files, path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // Ignored, as described above.
  }
}
