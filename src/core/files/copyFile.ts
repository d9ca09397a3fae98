import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { AppError } from '#contract/errors.ts';
import type { Files, OpenFile } from '../platform/disk.ts';
import { openInside } from './inside.ts';

/** The hash and the size of the bytes that were really written. */
export interface Copied {
  readonly sha256: string;
  readonly size: number;
}

export interface CopyOptions {
  readonly signal?: AbortSignal | undefined;
  readonly progress?: ((done: number, total: number) => void) | undefined;
  /** Called with every chunk and its offset; an error thrown here ends the copy. */
  readonly inspect?: ((piece: Buffer, at: number) => void) | undefined;
  /** The only folder in which the file may lie. */
  readonly within?: string | undefined;
}

const PIECE = 512 * 1024;

/**
 * Copies a file and hashes the written bytes, in chunks, so that a large file blocks neither memory
 * nor the thread.
 *
 * The file is opened once, and the open file is copied. Throws `cancelled` and the disk's own
 * errors.
 */
export async function copyHashed(
  fs: Files,
  source: string,
  target: string,
  options: CopyOptions = {},
): Promise<Copied | 'changed' | 'outside'> {
  const from = await openInside(fs, source, options.within);
  if (from === null) return 'outside';
  try {
    const before = await from.stat({ bigint: true });
    if (!before.isFile()) return 'changed';
    // A clone goes by the name of the file, which may lead elsewhere by now.
    const isByName = options.within === undefined;
    const copied =
      isByName && isWritable(before) && (await cloned(fs, source, target))
        ? await hashed(fs, target, options)
        : await piecewise(fs, from, target, Number(before.size), options);
    const after = await from.stat({ bigint: true });
    const still = before.size === after.size && before.mtimeNs === after.mtimeNs;
    return still && copied.size === Number(before.size) ? copied : 'changed';
  } finally {
    await from.close();
  }
}

/**
 * Returns whether the source is writable: a clone has its permissions too, and a read-only copy
 * could not be written.
 */
function isWritable({ mode }: { readonly mode: bigint }): boolean {
  return (mode & 0o200n) !== 0n;
}

/** Clones the file where the disk can share blocks; any other disk refuses at once. */
async function cloned(fs: Files, source: string, target: string): Promise<boolean> {
  try {
    await fs.promises.copyFile(source, target, constants.COPYFILE_FICLONE_FORCE);
    return true;
  } catch {
    return false;
  }
}

async function hashed(fs: Files, file: string, options: CopyOptions): Promise<Copied> {
  const handle = await fs.promises.open(file, 'r');
  try {
    const { size } = await handle.stat();
    return await run(handle, null, size, options);
  } finally {
    await handle.close();
  }
}

async function piecewise(
  fs: Files,
  from: OpenFile,
  target: string,
  size: number,
  options: CopyOptions,
): Promise<Copied> {
  const to = await fs.promises.open(target, 'w', 0o600);
  try {
    return await run(from, to, size, options);
  } finally {
    await to.close();
  }
}

async function run(
  from: OpenFile,
  to: OpenFile | null,
  total: number,
  { signal, progress, inspect }: CopyOptions,
): Promise<Copied> {
  const hash = createHash('sha256');
  const pieces = [Buffer.allocUnsafe(PIECE), Buffer.allocUnsafe(PIECE)] as const;
  let [piece, spare]: readonly [Buffer, Buffer] = pieces;
  let size = 0;
  let reading = from.read(piece, 0, PIECE, size);
  try {
    for (;;) {
      if (signal?.aborted === true) throw new AppError('cancelled', 'The copy was stopped.');
      const { bytesRead } = await reading;
      // A file that grows as fast as it is read would never end.
      if (bytesRead === 0 || size > total) return { sha256: hash.digest('hex'), size };
      const read = piece.subarray(0, bytesRead);
      inspect?.(read, size);
      size += bytesRead;
      [piece, spare] = [spare, piece];
      // The disk reads the next chunk and writes this one while it is hashed.
      reading = from.read(piece, 0, PIECE, size);
      const writing = to === null ? null : writeAll(to, read);
      hash.update(read);
      await writing;
      progress?.(size, total);
    }
  } finally {
    // No read may be pending when the file is closed, also after an error.
    await reading.catch(() => undefined);
  }
}

async function writeAll(to: OpenFile, bytes: Buffer): Promise<void> {
  let written = 0;
  while (written < bytes.length)
    written += (await to.write(bytes, written, bytes.length - written)).bytesWritten;
}
