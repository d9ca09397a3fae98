import { AppError } from '#contract/errors.ts';
import { expecting } from '#contract/expectations/expected.ts';
import type { Encoding } from '#contract/changesets/sheet.ts';
import type { Files } from '../../platform/disk.ts';
import { decoderOf, tableOf } from './letters.ts';
import { SeenBytes } from './tellEncoding.ts';

const BOMS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** Returns the byte order mark of an encoding; empty for one-byte encodings. */
export function bomOf(encoding: Encoding): Buffer {
  return Buffer.from(BOMS.find(([name]) => name === encoding)?.[1] ?? []);
}

const PROBE = 8 * 1024 * 1024;
const PIECE = 64 * 1024;

/** Detects the encoding of a text file by its mark or its bytes. */
export async function detectEncoding(fs: Files, file: string): Promise<Encoding> {
  let first: Buffer | null = null;
  let isUtf8 = true;
  let read = 0;
  const seen = new SeenBytes();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of fs.createReadStream(file, { end: PROBE - 1, highWaterMark: PIECE })) {
    const bytes = Buffer.from(chunk);
    first ??= bytes;
    seen.add(bytes);
    isUtf8 &&= canDecode(utf8, bytes);
    read += bytes.length;
  }
  // A file that was read to its end must not end inside a character.
  if (read < PROBE) isUtf8 &&= canDecode(utf8, null);
  const head = first ?? Buffer.alloc(0);
  const marked = BOMS.find(([, bom]) => bom.every((byte, index) => head[index] === byte));
  if (marked !== undefined) return marked[0];
  return wide(head) ?? (isUtf8 ? 'utf-8' : seen.likeliest());
}

/**
 * Returns whether a chunk can be decoded after the earlier chunks.
 *
 * With null: whether the text is complete at its end.
 */
function canDecode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer | null): boolean {
  try {
    if (bytes === null) decoder.decode();
    else decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the byte order of UTF-16 text, or null for other text.
 *
 * Nearly every second byte of UTF-16 text is zero.
 */
export function wide(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const probe = head.subarray(0, 4096);
  const zeros = [0, 0];
  probe.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  });
  const [even = 0, odd = 0] = zeros;
  const many = probe.length / 5;
  if (odd > many && even < many / 4) return 'utf-16le';
  return even > many && odd < many / 4 ? 'utf-16be' : null;
}

/** Decodes a file chunk by chunk; each chunk comes with the bytes read so far. */
export async function* decoded(
  fs: Files,
  file: string,
  encoding: Encoding,
  end?: number,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  const decoder = decoderOf(encoding);
  let bytes = 0;
  const range = end === undefined ? {} : { end };
  for await (const chunk of fs.createReadStream(file, { ...range, highWaterMark: PIECE })) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    yield { text: decoder.decode(piece), bytes };
  }
  const text = decoder.decode();
  if (text !== '') yield { text, bytes };
}

/** Returns a function that encodes text; it throws on characters outside the encoding. */
export function encoder(encoding: Encoding): (text: string) => Buffer {
  if (encoding === 'utf-8') return (text) => Buffer.from(text, 'utf8');
  if (encoding === 'utf-16le') return (text) => Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return (text) => Buffer.from(text, 'utf16le').swap16();
  const bytes = new Map(tableOf(encoding).map((letter, byte) => [letter, byte]));
  return (text) =>
    Buffer.from(
      Array.from(text, (letter) => {
        const byte = bytes.get(letter);
        if (byte !== undefined && letter !== '\ufffd') return byte;
        throw new AppError('invalid', `${encoding} has no character ${letter}. Export as UTF-8.`, {
          issues: [{ place: 'encoding', value: letter, ...expecting('letterOf', { encoding }) }],
        });
      }),
    );
}
