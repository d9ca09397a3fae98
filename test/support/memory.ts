import fs from 'node:fs';
import os from 'node:os';

const MEMORY = '/dev/shm';
/** Of a machine with less of it the tests take none: they leave a few hundred megabytes at most at a time. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Where tests keep their files: in memory where the system offers that and has enough, since a test waits for
 * the disk at each of its many commits; else where the system keeps such files.
 */
export function testFolder(): string {
  if (process.env['TMPDIR'] !== undefined || !fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= ENOUGH_BYTES ? MEMORY : os.tmpdir();
}
