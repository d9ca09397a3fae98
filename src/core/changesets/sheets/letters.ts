import type { Encoding } from '#contract/changesets/sheet.ts';

/** Characters 128 to 255 of one-byte encodings that the platform cannot decode. */
const UPPER_HALVES: Partial<Record<Encoding, string>> = {
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  'mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
};

/** Decodes the bytes of a text file chunk by chunk. */
export interface LetterDecoder {
  /** Decodes a chunk; without one, returns the remaining text. */
  readonly decode: (piece?: Uint8Array) => string;
}

/** Returns a decoder for one text. */
export function decoderOf(encoding: Encoding): LetterDecoder {
  const upper = UPPER_HALVES[encoding];
  if (upper === undefined) {
    const decoder = new TextDecoder(encoding);
    return {
      decode: (piece) =>
        piece === undefined ? decoder.decode() : decoder.decode(piece, { stream: true }),
    };
  }
  const letters = Array.from({ length: 256 }, (_, byte) =>
    byte < 128 ? String.fromCharCode(byte) : (upper[byte - 128] ?? '\ufffd'),
  );
  return { decode: (piece) => Array.from(piece ?? [], (byte) => letters[byte]).join('') };
}

const TABLES = new Map<Encoding, readonly string[]>();

/** Returns the character of each byte of a one-byte encoding. */
export function tableOf(encoding: Encoding): readonly string[] {
  const known = TABLES.get(encoding);
  if (known !== undefined) return known;
  const decoder = decoderOf(encoding);
  // Decoded as a stream, because some Node.js versions read a whole text of windows-1252 as latin1.
  const table = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  TABLES.set(encoding, table);
  return table;
}
