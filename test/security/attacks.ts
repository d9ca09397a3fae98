/** A place of a pattern that repeats without end: the text before it, and the pieces that repeat. */
interface Loop {
  readonly before: string;
  readonly pieces: readonly string[];
}

const LETTERS = Array.from(' \n\ta0.,-"\'/\\#<>{}[]():;=_+é\u0001');
const ENDS = ['', '\u0001', '\n\u0001'];

/**
 * Returns long texts that a pattern matches for as long as possible and then does not match.
 *
 * Each text leads to one loop of the pattern and repeats its pieces, or repeats the way to it.
 */
export function attacksOn(source: string, flags: string, length: number): readonly string[] {
  const texts = new Set<string>();
  for (const { before, pieces } of new Walk(source, flags).loops) {
    const other = pieces.find((piece) => piece.trim() !== '') ?? '';
    for (const piece of pieces)
      for (const end of ENDS) {
        texts.add(`${before}${repeated(piece, length)}${end}`);
        texts.add(`${before}${other}${repeated(piece, length)}${end}`);
        texts.add(`${repeated(before + piece, length)}${end}`);
      }
  }
  return [...texts];
}

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / Math.max(piece.length, 1)));
}

const GROUP = /\((?:\?(?:<?[=!]|:|<\w+>))?/y;
const CLASS = /\[(?:[^\]\\]|\\[^])*\]/y;
const ESCAPE = /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|c[a-z]|k<\w+>|[^])/iy;
const TIMES = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y;

/** Walks through the source of a pattern and writes a text that it matches. */
class Walk {
  readonly loops: Loop[] = [];
  readonly #source;
  readonly #flags;
  #at = 0;

  constructor(source: string, flags: string) {
    this.#source = source;
    this.#flags = flags.replaceAll(/[gy]/g, '');
    this.#choices('');
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source);
    if (found !== null) this.#at += found[0].length;
    return found;
  }

  /** Returns a text of each choice. */
  #choices(before: string): readonly string[] {
    const texts = [this.#sequence(before)];
    while (this.#source[this.#at] === '|') {
      this.#at += 1;
      texts.push(this.#sequence(before));
    }
    return texts;
  }

  #sequence(before: string): string {
    let text = '';
    while (this.#at < this.#source.length && !'|)'.includes(this.#source[this.#at] ?? '')) {
      const pieces = this.#atom(before + text);
      const times = this.#take(TIMES);
      const isEndless =
        times !== null && ('*+'.includes(times[0][0] ?? '') || (times[2] === ',' && !times[3]));
      if (isEndless && pieces.some((piece) => piece !== ''))
        this.loops.push({ before: before + text, pieces });
      text += (pieces[0] ?? '').repeat(Math.max(1, Number(times?.[1] ?? 1)));
    }
    return text;
  }

  /** Returns texts that the next part of the pattern matches. */
  #atom(before: string): readonly string[] {
    const group = this.#take(GROUP);
    if (group !== null) {
      const texts = this.#choices(before);
      this.#at += 1;
      return ['(?=', '(?!', '(?<!'].includes(group[0]) ? [''] : texts;
    }
    const part = (this.#take(CLASS) ?? this.#take(ESCAPE))?.[0];
    if (part !== undefined) return /^\\(?:[bB1-9]|k<)/.test(part) ? [''] : this.#lettersOf(part);
    const letter = this.#source[this.#at] ?? '';
    this.#at += 1;
    if (letter === '.') return this.#lettersOf(letter);
    return ['^$'.includes(letter) ? '' : letter];
  }

  #lettersOf(part: string): readonly string[] {
    const pattern = new RegExp(`^${part}$`, this.#flags);
    const found = LETTERS.filter((letter) => pattern.test(letter));
    if (found.length > 0) return found;
    return [
      Array.from({ length: 0x2100 }, (_, code) => String.fromCharCode(code)).find((each) =>
        pattern.test(each),
      ) ?? '',
    ];
  }
}
