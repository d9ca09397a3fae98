import fs from 'node:fs';
import os from 'node:os';

const MEMORY = '/dev/shm';
/** Of a machine with less of it the tests take none: they leave a few hundred megabytes at most at a time. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/** Where files stand in memory, if the system offers that and has so many bytes of it; else where it keeps such files. */
export function memoryFolder(least = 0): string {
  if (!fs.existsSync(MEMORY)) return os.tmpdir();
  const { bavail, bsize } = fs.statfsSync(MEMORY);
  return bavail * bsize >= least ? MEMORY : os.tmpdir();
}

/** Where tests keep their files, unless somebody says where: they wait for the disk at each of their many commits. */
export function testFolder(): string {
  return process.env['TMPDIR'] === undefined ? memoryFolder(ENOUGH_BYTES) : os.tmpdir();
}
