import { createHmac } from 'node:crypto';
import type { Disk } from '../platform/disk.ts';

/**
 * Returns the mark that a `work.db` was used for something by this user on this computer.
 *
 * The mark covers the inode and the time of creation, which a copy beside it does not have. A
 * stick, a disk image and a share bring them along, with whatever marks a stranger has written. The
 * mark is therefore made with a key that lies outside of every data folder. Null without that key.
 */
export function computerMark(
  { files, computerKey }: Disk,
  file: string,
  use: 'signed-in' | 'settings',
): string | null {
  const key = computerKey?.() ?? null;
  if (key === null) return null;
  const { ino, birthtimeNs } = files.statSync(file, { bigint: true });
  return createHmac('sha256', key).update(`${use} ${ino} ${birthtimeNs}`).digest('base64url');
}
