import type { Encoding } from '#contract/changesets/sheet.ts';
import { tableOf } from './letters.ts';

/** One-byte encodings, most likely first; the earlier one wins a tie. */
const CANDIDATES: readonly Encoding[] = [
  'windows-1250',
  'windows-1252',
  'iso-8859-2',
  'cp852',
  'mac-ce',
];

/** The score penalty of encodings that few programs write today. */
const RARE: Partial<Record<Encoding, number>> = { 'iso-8859-2': 0.5, cp852: 1.5, 'mac-ce': 1.5 };

/** Non-ASCII letters of the languages that our sheets are written in. */
const ALPHABETS: readonly (readonly [readonly Encoding[], string])[] = [
  [['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'], 'ąćęłńóśźż'],
  [['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'], 'čćđšž'],
  [['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'], 'áčďéěíňóřšťúůýž'],
  [['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'], 'áäčďéíĺľňóôŕšťúýž'],
  [['windows-1250', 'iso-8859-2', 'cp852', 'mac-ce'], 'áéíóöőúüű'],
  [CANDIDATES, ''],
  [['windows-1252'], 'àâçèéêëîïôùûüÿœæ'],
  [['windows-1252'], 'áéíñóúüàãâçêõ'],
  [['windows-1252'], 'åäöøæé'],
];
/** Letters of German names, which occur in lists of every language. */
const NEUTRAL = new Set('äöüßÄÖÜ');
const NEUTRAL_COUNTS = 0.5;
const SETS = ALPHABETS.map(([encodings, letters]) => ({
  encodings,
  letters: new Set(letters + letters.toUpperCase()),
}));

/** Most distinct places that are counted; text has fewer. */
const MOST_PLACES = 50_000;
const LINE_END = 0x0a;

/**
 * Counts the non-ASCII bytes of a text with their neighbours.
 *
 * The counts show in which one-byte encoding it is written.
 */
export class SeenBytes {
  readonly #places = new Map<number, number>();
  #before = LINE_END;
  #last = LINE_END;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#last > 127) this.#count(byte);
      this.#before = this.#last;
      this.#last = byte;
    }
  }

  #count(next: number): void {
    const place = (this.#before << 16) | (this.#last << 8) | next;
    const count = this.#places.get(place) ?? 0;
    if (count > 0 || this.#places.size < MOST_PLACES) this.#places.set(place, count + 1);
  }

  /** Returns the encoding with the highest score. */
  likeliest(): Encoding {
    // The last byte is counted with a line end after it.
    this.add(Uint8Array.of(LINE_END));
    const scored = CANDIDATES.map((encoding) => ({ encoding, score: this.#score(encoding) }));
    return scored.reduce((best, each) => (each.score > best.score ? each : best)).encoding;
  }

  /**
   * Returns the score of an encoding.
   *
   * Letters of one language raise it; other letters and odd places lower it.
   */
  #score(encoding: Encoding): number {
    const table = tableOf(encoding);
    const letters = new Map<string, number>();
    let odd = 0;
    for (const [place, count] of this.#places) {
      const [before = '', letter = '', next = ''] = [
        place >> 16,
        (place >> 8) & 255,
        place & 255,
      ].map((byte) => table[byte]);
      if (isOdd(before, letter, next)) odd += count;
      else if (IS_LETTER.test(letter)) letters.set(letter, (letters.get(letter) ?? 0) + count);
    }
    return fitOf(encoding, letters) - odd * ODD_COUNTS - (RARE[encoding] ?? 0);
  }
}

const ODD_COUNTS = 2;
const IS_LETTER = /\p{L}/u;
/**
 * Combinations that no text has: a mark between two letters, an accent or a control character
 * alone, `m³` read as a word.
 */
const ODD = /\p{L}\P{L}\p{L}|^.[\p{Sk}\p{Cc}\u2500-\u25ff].$|mł\P{L}/su;
/** A capital inside a word, which a wrong encoding often produces. */
const ODD_CAPITAL = /^\p{Ll}\p{Lu}/u;
/** An accented letter alone is not a word; signs for a diameter and a thousandth are allowed. */
const ALONE = /^\P{L}[^\P{L}Øøµ]\P{L}$/su;

function isOdd(before: string, letter: string, next: string): boolean {
  const all = before + letter + next;
  return ODD.test(all) || ODD_CAPITAL.test(all) || ALONE.test(all);
}

/** Returns the score of the encoding's best-fitting alphabet. */
function fitOf(encoding: Encoding, letters: ReadonlyMap<string, number>): number {
  const own = SETS.filter(({ encodings }) => encodings.includes(encoding));
  return Math.max(
    ...own.map((set) => {
      let score = 0;
      for (const [letter, count] of letters)
        score += NEUTRAL.has(letter)
          ? count * NEUTRAL_COUNTS
          : set.letters.has(letter)
            ? count
            : -count;
      return score;
    }),
  );
}
