import { Readable } from 'node:stream';

/** What carrying a file over a line needs from whoever does it; times in milliseconds. */
export interface Carrier {
  readonly now: () => number;
  /** A piece was taken by the line: so many bytes are gone. */
  readonly moved: (sent: number) => void;
}

/** Small enough that a slow line takes one well before it would be taken for dead. */
const SMALL = 64 << 10;
/** What the system itself may take in at once, whatever the line behind it carries. */
const BUFFERED = 8 << 20;
/** Bytes in a millisecond, 10 MB a second: a line that carries so much is given whatever was read at once. */
const QUICK = 10_000;

/**
 * The bytes of a file in pieces that fit the line: small ones at first and wherever it is slow, so that one can
 * tell a slow line from a dead one, and whole ones where it is quick, since each costs the same.
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
    // Of all that was read at once, its reading included: one piece alone may be taken in a moment because
    // none lay before it.
    const till = now();
    isQuick = read.length >= (till - since) * QUICK;
    since = till;
  }
}
