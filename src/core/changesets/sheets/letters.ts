import type { Encoding } from '#contract/plans/sheet.ts';

/** Encodings of one byte a letter that no decoder of the platform knows: the letters of the bytes 128 to 255. */
const UPPER_HALVES: Partial<Record<Encoding, string>> = {
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐' +
    '└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
  'mac-ce':
    'ÄĀāÉĄÖÜáąČäčĆćéŹźĎíďĒēĖóėôöõúĚěü†°Ę£§•¶ß®©™ę¨≠ģĮįĪ≤≥īĶ∂∑łĻļĽľĹĺŅ' +
    'ņŃ¬√ńŇ∆«»…\u00a0ňŐÕőŌ–—“”‘’÷◊ōŔŕŘ‹›řŖŗŠ‚„šŚśÁŤťÍŽžŪÓÔūŮÚůŰűŲųÝýķŻŁżĢˇ',
};

/** Turns the bytes of a text file into letters, piece by piece. */
export interface LetterDecoder {
  /** Decodes a piece; without one, what is left at the end. */
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

/** Returns the letter of each byte of an encoding of one byte a letter. */
export function tableOf(encoding: Encoding): readonly string[] {
  const known = TABLES.get(encoding);
  if (known !== undefined) return known;
  const decoder = decoderOf(encoding);
  // As a stream: some Node.js reads a whole text of windows-1252 as latin1.
  const table = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  TABLES.set(encoding, table);
  return table;
}
