import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { asAppError, AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Files } from '../../platform/disk.ts';

/** A spreadsheet of the greatest size needs no more. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 1024 * 1024 * 1024;
/** Sheets of equal rows compress a hundredfold; a zip bomb a thousandfold. */
const MOST_SHRUNK = 400;
const SMALL = 4 * 1024 * 1024;

/** A ZIP file opened for reading its parts by name; no part is unpacked to disk. */
export interface Zip {
  readonly names: readonly string[];
  /** Returns the name of a part, ignoring case; null when there is none. */
  readonly named: (name: string) => string | null;
  /** Returns the unpacked part as a stream; null when there is none. */
  readonly open: (name: string) => Promise<{ stream: Readable; size: number } | null>;
  readonly close: () => void;
}

const BLOCK = 64 * 1024;

/** Reads a file at the positions that the library asks for. */
class Reader extends yauzl.RandomAccessReader {
  readonly #fs;
  readonly #file;
  /** The last block read: the library reads the central directory in thousands of small pieces. */
  #block: { readonly start: number; readonly bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) };

  constructor(fs: Files, file: string) {
    super();
    this.#fs = fs;
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#fs.createReadStream(this.#file, { start, end: end - 1 });
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    let failure: Error | null = null;
    try {
      const piece = this.#bytesAt(position, length);
      piece.copy(buffer, offset);
      if (piece.length < length) failure = new Error('it ends in the middle');
    } catch (thrown) {
      failure = asAppError(thrown);
    }
    setImmediate(done, failure);
  }

  #bytesAt(position: number, length: number): Buffer {
    const { start, bytes } = this.#block;
    const isHeld = position >= start && position + length <= start + bytes.length;
    if (!isHeld) this.#block = { start: position, bytes: this.#load(position, length) };
    const from = position - this.#block.start;
    return this.#block.bytes.subarray(from, from + length);
  }

  #load(position: number, length: number): Buffer {
    const file = this.#fs.openSync(this.#file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(length, BLOCK));
      return bytes.subarray(0, this.#fs.readSync(file, bytes, 0, bytes.length, position));
    } finally {
      this.#fs.closeSync(file);
    }
  }
}

/** Opens a ZIP file; throws when it would unpack to more than a spreadsheet holds. */
export async function openZip(fs: Files, file: string): Promise<Zip> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      // No part is unpacked to disk, so unusual names are harmless.
      decodeStrings: false,
    } as const;
    const { size } = fs.statSync(file);
    yauzl.fromRandomAccessReader(new Reader(fs, file), size, options, (error, opened) => {
      if (error === null && opened !== undefined) resolve(opened);
      else reject(noWorkbook(error?.message ?? 'unreadable'));
    });
  });
  try {
    const entries = await entriesOf(zip);
    const names = [...entries.keys()];
    // The first of several names that differ only in case wins.
    const byLower = new Map(names.toReversed().map((name) => [name.toLowerCase(), name]));
    return {
      names,
      named: (name) => byLower.get(name.toLowerCase()) ?? null,
      open: async (name) => {
        const entry = entries.get(name);
        return entry === undefined
          ? null
          : { stream: await streamOf(zip, entry), size: entry.uncompressedSize };
      },
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, Entry>();
    let bytes = 0;
    zip.on('error', (error: Error) => reject(noWorkbook(error.message)));
    zip.on('end', () => resolve(entries));
    zip.on('entry', (entry: Entry) => {
      bytes += entry.uncompressedSize;
      const shrunk = entry.uncompressedSize / Math.max(1, entry.compressedSize);
      const isBomb = entry.uncompressedSize > SMALL && shrunk > MOST_SHRUNK;
      if (isBomb || bytes > MOST_BYTES || entries.size >= MOST_ENTRIES)
        return reject(noWorkbook('it would unpack to far more than a spreadsheet holds'));
      entries.set(partName(entry), entry);
      zip.readEntry();
    });
    zip.readEntry();
  });
}

/** Returns a part name in XLSX form: forward slashes, no leading slash. */
function partName({ fileNameRaw }: Entry): string {
  return fileNameRaw
    .toString('utf8')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '');
}

function streamOf(zip: ZipFile, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error === null && stream !== undefined) resolve(stream);
      else reject(noWorkbook(error?.message ?? 'unreadable'));
    });
  });
}

/** Returns the error for a file that is not a readable workbook. */
export function noWorkbook(why: string): AppError {
  return new AppError('invalid', `This is not a valid XLSX workbook: ${why}.`, {
    issues: [{ place: 'file', value: why, ...expecting('workbook') }],
  });
}
