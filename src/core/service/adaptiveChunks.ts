import { Readable } from 'node:stream';

/** The clock and the progress callback of an upload; times in milliseconds. */
export interface Carrier {
  readonly now: () => number;
  /** Called when the connection has taken a chunk; `sent` is the number of bytes so far. */
  readonly moved: (sent: number) => void;
}

/** Small enough that a slow connection takes one well before the idle limit. */
const SMALL = 64 << 10;
/** Bytes that the operating system may buffer at once, however slow the connection is. */
const BUFFERED = 8 << 20;
/** Bytes per millisecond, 10 MB a second: a connection this fast gets each read buffer whole. */
const QUICK = 10_000;

/**
 * Splits the bytes of a file into chunks that fit the speed of the connection.
 *
 * Chunks are small at first and on a slow connection, so that it is not taken for a dead one. On a
 * fast connection they are whole read buffers, since each chunk costs the same.
 */
export function adaptiveChunks(content: AsyncIterable<Buffer>, carrier: Carrier): Readable {
  return Readable.from(piecesOf(content, carrier), { objectMode: false, highWaterMark: SMALL });
}

async function* piecesOf(
  content: AsyncIterable<Buffer>,
  { now, moved }: Carrier,
): AsyncGenerator<Buffer, void, undefined> {
  let [sent, isQuick, since] = [0, false, now()];
  for await (const read of content) {
    const size = isQuick && sent >= BUFFERED ? read.length : SMALL;
    for (let at = 0; at < read.length; at += size) {
      const piece = read.subarray(at, at + size);
      yield piece;
      sent += piece.length;
      moved(sent);
    }
    // Measured over the whole buffer, including the time to read it. A single chunk may be taken at
    // once because the buffer before it was empty.
    const till = now();
    isQuick = read.length >= (till - since) * QUICK;
    since = till;
  }
}
