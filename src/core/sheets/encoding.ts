import { AppError } from '#contract/errors.ts';
import type { Encoding } from '#contract/plans/sheet.ts';
import type { Files } from '../disk.ts';

const BOMS: readonly (readonly [Encoding, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The bytes that say in which encoding a file is; none for the older ones. */
export function bomOf(encoding: Encoding): Buffer {
  return Buffer.from(BOMS.find(([name]) => name === encoding)?.[1] ?? []);
}

const PROBE = 8 * 1024 * 1024;
const PIECE = 64 * 1024;

/** Tells in which encoding a text file is written, from its mark or from what its bytes can mean. */
export async function detectEncoding(fs: Files, file: string): Promise<Encoding> {
  let first: Buffer | null = null;
  let isUtf8 = true;
  let read = 0;
  const seen = new Seen();
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of fs.createReadStream(file, { end: PROBE - 1, highWaterMark: PIECE })) {
    const bytes = Buffer.from(chunk);
    first ??= bytes;
    seen.add(bytes);
    isUtf8 &&= canDecode(utf8, bytes);
    read += bytes.length;
  }
  // A file that was read to its end cannot end in the middle of a letter.
  if (read < PROBE) isUtf8 &&= canDecode(utf8, null);
  const head = first ?? Buffer.alloc(0);
  const marked = BOMS.find(([, bom]) => bom.every((byte, index) => head[index] === byte));
  if (marked !== undefined) return marked[0];
  return wide(head) ?? (isUtf8 ? 'utf-8' : singleByte(seen));
}

/** Whether a piece can be read behind those before it; null: whether nothing is missing at the end. */
function canDecode(decoder: InstanceType<typeof TextDecoder>, bytes: Buffer | null): boolean {
  try {
    if (bytes === null) decoder.decode();
    else decoder.decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

// Text of our alphabets has a zero in nearly every second byte when it is written in two bytes a letter.
function wide(head: Buffer): Encoding | null {
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

/** As many different places as are told apart; more of them hold no text. */
const MOST_PLACES = 50_000;
const LINE_END = 0x0a;

/** Counts the bytes that mean one thing in Central Europe and another in the West, each with those beside it. */
class Seen {
  readonly #differs = tableOf('windows-1250').map(
    (letter, byte) => letter !== tableOf('windows-1252')[byte],
  );
  readonly #places = new Map<number, number>();
  #before = LINE_END;
  #last = LINE_END;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#differs[this.#last] === true) this.#count(byte);
      this.#before = this.#last;
      this.#last = byte;
    }
  }

  #count(next: number): void {
    const place = (this.#before << 16) | (this.#last << 8) | next;
    const count = this.#places.get(place) ?? 0;
    if (count > 0 || this.#places.size < MOST_PLACES) this.#places.set(place, count + 1);
  }

  /** How much speaks for an encoding: its own letters, less what cannot stand where it stands. */
  score(encoding: Encoding, letters: RegExp): number {
    const table = tableOf(encoding);
    let score = 0;
    for (const [place, count] of this.#places) {
      const [before = '', letter = '', next = ''] = [
        place >> 16,
        (place >> 8) & 255,
        place & 255,
      ].map((byte) => table[byte]);
      if (ODD.test(before + letter + next)) score -= count;
      else if (letters.test(letter)) score += count;
    }
    return score;
  }
}

const CENTRAL = /[ąćęłńśźżčđĄĆĘŁŃŚŹŻČĐ]/;
const WESTERN = /[èêïñàùûåøæœãõÈÊÏÑÀÙÛÅØÆŒÃÕ]/;
/** What no text has: a mark between two letters, an accent or a sign of control alone, `m³` read as a word. */
const ODD = /\p{L}\P{L}\p{L}|.[\p{Sk}\p{Cc}].|mł\P{L}/su;

function singleByte(seen: Seen): Encoding {
  // The last byte is looked at with the end behind it.
  seen.add(Uint8Array.of(LINE_END));
  return seen.score('windows-1252', WESTERN) > seen.score('windows-1250', CENTRAL)
    ? 'windows-1252'
    : 'windows-1250';
}

const TABLES = new Map<Encoding, readonly string[]>();

/** The letter of each byte of an encoding of one byte a letter. */
function tableOf(encoding: Encoding): readonly string[] {
  const known = TABLES.get(encoding);
  if (known !== undefined) return known;
  const decoder = new TextDecoder(encoding);
  // As a stream: some Node.js reads a whole text of windows-1252 as latin1.
  const table = Array.from({ length: 256 }, (_, byte) =>
    decoder.decode(Uint8Array.of(byte), { stream: true }),
  );
  TABLES.set(encoding, table);
  return table;
}

/** Decodes a file piece by piece; gives how many bytes were read so far beside each piece. */
export async function* decoded(
  fs: Files,
  file: string,
  encoding: Encoding,
  end?: number,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  const decoder = new TextDecoder(encoding);
  let bytes = 0;
  const range = end === undefined ? {} : { end };
  for await (const chunk of fs.createReadStream(file, { ...range, highWaterMark: PIECE })) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    yield { text: decoder.decode(piece, { stream: true }), bytes };
  }
  const text = decoder.decode();
  if (text !== '') yield { text, bytes };
}

/** A function that writes text in an encoding; a letter that it has no byte for is refused. */
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
        throw new AppError('invalid', `${encoding} has no letter ${letter}; write it as UTF-8.`, {
          issues: [{ place: 'encoding', value: letter, expected: `a letter of ${encoding}` }],
        });
      }),
    );
}
