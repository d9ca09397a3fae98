import type { Files } from './disk.ts';

/**
 * Clears away what nobody needs any more, a folder whole. What cannot be removed, as while another program holds
 * it open, is in nobody's way: it is tried again at the next start.
 */
export function removeQuietly(fs: Files, path: string): void {
  try {
    fs.rmSync(path, { recursive: true, force: true });
  } catch {
    // Said above.
  }
}
