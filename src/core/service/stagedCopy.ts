import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '#contract/errors.ts';
import type { Files } from '../platform/disk.ts';
import type { UploadSource } from './types.ts';

/** A staged copy that is being read for an upload. */
export interface StagedCopy {
  /**
   * Its bytes in chunks; ends with an error before the last one if they differ from the staged
   * bytes.
   */
  readonly content: Readable;
  /** Returns whether all bytes were read and match the staged copy. */
  readonly isWhole: () => boolean;
  /** Returns why reading failed: `damaged`, or the disk's own error; null without a failure. */
  readonly fault: () => unknown;
}

/** Large chunks: sending one costs about the same for any size. */
const PIECE = 1 << 20;

/**
 * Opens a staged copy for an upload.
 *
 * It is hashed while it is read, and its last chunk is held back until the hash matches. A service
 * that was promised `size` bytes therefore never gets a whole damaged copy. Throws `damaged` where
 * the copy cannot be opened or has another size.
 */
export async function openStaged(files: Files, source: UploadSource): Promise<StagedCopy> {
  const { path, name, size } = source;
  const file = await files.promises.open(path).catch((error: unknown) => {
    throw damaged(name, error);
  });
  const { size: actual } = await file.stat().catch(async (error: unknown) => {
    await file.close();
    throw error;
  });
  if (actual !== size) {
    await file.close();
    throw damaged(name, `${actual} bytes instead of ${size}`);
  }
  let state: { readonly whole: boolean; readonly fault: unknown } = { whole: false, fault: null };
  const bytes = file.createReadStream({ highWaterMark: PIECE });
  const pieces = checked(bytes, source, (whole, fault) => {
    state = { whole, fault };
  });
  const content = Readable.from(pieces, { objectMode: false, highWaterMark: PIECE });
  // A stream that was never read does not close the file by itself.
  content.once('close', () => bytes.destroy());
  return {
    content,
    isWhole: () => state.whole,
    fault: () => state.fault,
  };
}

async function* checked(
  bytes: AsyncIterable<Buffer>,
  { name, size, sha256 }: UploadSource,
  tell: (whole: boolean, fault: unknown) => void,
): AsyncGenerator<Buffer, void, undefined> {
  // An error thrown while a chunk is consumed belongs to the consumer: the copy is not damaged.
  let isTaken = false;
  try {
    const hash = createHash('sha256');
    let [last, read]: readonly [Buffer | null, number] = [null, 0];
    for await (const piece of bytes) {
      hash.update(piece);
      read += piece.length;
      if (read > size) break;
      if (last !== null) {
        isTaken = true;
        yield last;
        isTaken = false;
      }
      last = piece;
    }
    if (read !== size || hash.digest('hex') !== sha256) throw damaged(name, 'another hash');
    tell(true, null);
    isTaken = true;
    if (last !== null) yield last;
  } catch (fault) {
    if (!isTaken) tell(false, fault);
    throw fault;
  }
}

function damaged(name: string, cause: unknown): AppError {
  return new AppError('damaged', `The staged copy of ${name} cannot be read.`, {}, { cause });
}
