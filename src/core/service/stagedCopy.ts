import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AppError } from '#contract/errors.ts';
import type { Files } from '../platform/disk.ts';
import type { UploadSource } from './types.ts';

/** A staged copy that is being read to be sent. */
export interface StagedCopy {
  /** Its bytes, in pieces; ends with an error before the last of them where they are not what was staged. */
  readonly content: Readable;
  /** Whether all of them were read and are what was staged. */
  readonly isWhole: () => boolean;
  /** Why it could not be read to its end: `damaged`, or the disk's own error; null while nothing is wrong. */
  readonly fault: () => unknown;
}

/** Large pieces: what a piece costs on its way to the network is much the same for any size. */
const PIECE = 1 << 20;

/**
 * Opens a staged copy to send it. It is hashed as it is read, and its last piece is held back until the hash
 * is known to be right: who was promised `size` bytes has never been given a damaged copy. Throws `damaged`
 * where the copy cannot be opened or has another size.
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
  // Pieces that nobody began to take let go of nothing by themselves.
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
  // What is thrown while a piece is being taken is the taker's: nothing is wrong with the copy.
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
