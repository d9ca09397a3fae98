import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** One part of a ZIP to be written: its text or bytes, or how its bytes are read when their turn comes. */
export interface ZipEntry {
  readonly name: string;
  readonly content: string | Buffer | (() => Readable);
}

/** A ZIP with these parts, in their order, written while it is read. */
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
