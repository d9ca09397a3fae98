import type { Readable } from 'node:stream';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { AppError } from '#contract/errors.ts';
import type { Files } from '../disk.ts';

/** Nothing that a spreadsheet of the greatest size would need more of. */
const MOST_ENTRIES = 10_000;
const MOST_BYTES = 1024 * 1024 * 1024;
/** Sheets of equal rows shrink a hundredfold; a bomb a thousandfold. */
const MOST_SHRUNK = 400;
const SMALL = 4 * 1024 * 1024;

/** A ZIP file opened for reading its parts by name; none of it is unpacked to the disk. */
export interface Zip {
  readonly names: readonly string[];
  /** The unpacked part, piece by piece; null when there is none of that name. */
  readonly open: (name: string) => Promise<{ stream: Readable; size: number } | null>;
  readonly close: () => void;
}

/** Reads a file where the library wants it. */
class Reader extends yauzl.RandomAccessReader {
  readonly #fs;
  readonly #file;

  constructor(fs: Files, file: string) {
    super();
    this.#fs = fs;
    this.#file = file;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return this.#fs.createReadStream(this.#file, { start, end: end - 1 });
  }
}

/** Opens a ZIP file; one that would unpack to more than a spreadsheet holds is refused. */
export async function openZip(fs: Files, file: string): Promise<Zip> {
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    const options = {
      lazyEntries: true,
      autoClose: false,
      validateEntrySizes: true,
      // Nothing is unpacked to the disk, so names that some programs spell oddly do no harm.
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
    return {
      names: [...entries.keys()],
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

/** The name of a part as XLSX means it: slashes forward, and none in front. */
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

/** The one error of a file that is no workbook. */
export function noWorkbook(why: string): AppError {
  return new AppError('invalid', `This is no readable XLSX workbook: ${why}.`, {
    issues: [{ place: 'file', value: why, expected: 'an XLSX workbook' }],
  });
}
