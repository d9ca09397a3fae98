import { createHash } from 'node:crypto';
import type { Files } from './disk.ts';

const READ_SIZE = 512 * 1024;

/** Returns the SHA-256 of a file in hexadecimal, reading it in chunks. */
export async function hashFile(fs: Files, file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of fs.createReadStream(file, { highWaterMark: READ_SIZE }))
    hash.update(chunk);
  return hash.digest('hex');
}
