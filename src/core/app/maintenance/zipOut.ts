import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One part of a ZIP file: its text or bytes, or a function that opens them later. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer | (() => Readable);
}

/** Returns a ZIP file of these parts as a stream. */
export function zipStream(entries: readonly ZipEntry[], mtime: Date): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream.pipe(new PassThrough());
  zip.on('error', (error: Error) => output.destroy(error));
  for (const { name, content } of entries) {
    if (typeof content === 'function')
      zip.addReadStreamLazy(name, { mtime }, (give) => {
        const part = content();
        part.once('error', (error) => output.destroy(error));
        give(null, part);
      });
    else zip.addBuffer(Buffer.from(content), name, { mtime });
  }
  zip.end();
  return output;
}
