// The signs of an escaped letter in JSON: `\/`, `\u002f`.
const [BACKSLASH, SLASH, U] = [0x5c, 0x2f, 0x75];
const FIRST_VISIBLE = 0x20;
/** Length of `\u002f`. */
const LONG_ESCAPE = 6;
/** The values of the signs of a hexadecimal number. */
const HEX: ReadonlyMap<number, number> = new Map(
  '0123456789abcdefABCDEF'.split('').map((sign) => [sign.charCodeAt(0), Number.parseInt(sign, 16)]),
);

/**
 * Removes a secret from an answer, also where JSON spells it with escapes.
 *
 * Some services escape `/` or `+` in every text, so that a token that they repeat looks different.
 * The rest of the answer keeps its bytes unless an escaped spelling was found.
 */
export function withoutSecret(body: Buffer, secret: string, mark: string): Buffer {
  const plain = replaced(body, secret, mark);
  if (!plain.includes(BACKSLASH)) return plain;
  const unescaped = withoutEscapes(plain);
  const clean = replaced(unescaped, JSON.stringify(secret).slice(1, -1), mark);
  return clean === unescaped ? plain : clean;
}

/** Removes a secret from an address, also where it is written with percent signs. */
export function addressWithoutSecret(address: string, secret: string, mark: string): string {
  const plain = address.replaceAll(secret, mark);
  const decoded = plain.replaceAll(/(?:%[\da-f]{2})+/gi, decodedRun);
  return decoded.includes(secret) ? decoded.replaceAll(secret, mark) : plain;
}

function decodedRun(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    return run;
  }
}

/**
 * Replaces a text.
 *
 * The service chooses it and may repeat it millions of times, so the bytes are copied into one
 * buffer.
 */
function replaced(body: Buffer, text: string, mark: string): Buffer {
  const search = new Search(Buffer.from(text));
  const { length } = search;
  const first = search.find(body, 0);
  if (first === -1) return body;
  // A mark that is longer than the text makes the body longer.
  const room = body.length * Math.max(1, mark.length / length);
  const clean = Buffer.allocUnsafe(Math.ceil(room));
  let [from, size] = [0, 0];
  for (let at = first; at !== -1; at = search.find(body, from)) {
    size += body.copy(clean, size, from, at);
    size += clean.write(mark, size, 'latin1');
    from = at + length;
  }
  size += body.copy(clean, size, from);
  return clean.subarray(0, size);
}

/** Bytes of a text that are searched for at first: most answers do not have them. */
const START = 16;

/**
 * Searches a text in a time that grows with the answer alone (Knuth, Morris and Pratt).
 *
 * `Buffer.indexOf` takes minutes for a long text that repeats itself, and the service chooses the
 * token.
 */
class Search {
  readonly #text;
  readonly #start;
  /** How much of the text is still matched when the byte behind so many bytes differs. */
  readonly #kept;

  constructor(text: Buffer) {
    this.#text = text;
    this.#start = text.subarray(0, START);
    this.#kept = new Int32Array(text.length);
    for (let at = 1, matched = 0; at < text.length; at += 1) {
      matched = this.#next(matched, text[at]);
      this.#kept[at] = matched;
    }
  }

  get length(): number {
    return this.#text.length;
  }

  /** Returns where the text begins, from a place on; -1 if nowhere. */
  find(body: Buffer, from: number): number {
    const start = body.indexOf(this.#start, from);
    if (start === -1) return -1;
    for (let at = start, matched = 0; at < body.length; at += 1) {
      matched = this.#next(matched, body[at]);
      if (matched === this.length) return at + 1 - matched;
    }
    return -1;
  }

  /** Returns how many bytes of the text are matched after another byte. */
  #next(before: number, byte: number | undefined): number {
    let matched = before;
    while (matched > 0 && this.#text[matched] !== byte) matched = this.#kept[matched - 1] ?? 0;
    return this.#text[matched] === byte ? matched + 1 : 0;
  }
}

/** Spells every letter of a JSON text plainly that needs no escape. */
function withoutEscapes(body: Buffer): Buffer {
  const plain = Buffer.allocUnsafe(body.length);
  let size = 0;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at] ?? 0;
    const next = sign === BACKSLASH ? body[at + 1] : undefined;
    if (next === undefined) plain[size++] = sign;
    else if (next === SLASH) {
      plain[size++] = SLASH;
      at += 1;
    } else {
      const letter = lettersAt(body, at);
      if (letter === '') {
        plain[size++] = sign;
        plain[size++] = next;
        at += 1;
      } else {
        size += plain.write(spelled(letter), size);
        at += letter.length * LONG_ESCAPE - 1;
      }
    }
  }
  return plain.subarray(0, size);
}

/** Returns the letter of one long escape, or of two; nothing where it stays escaped. */
function lettersAt(body: Buffer, at: number): string {
  const first = unitAt(body, at);
  if (first === '' || first.isWellFormed()) return first;
  const pair = first + unitAt(body, at + LONG_ESCAPE);
  return pair.isWellFormed() ? pair : '';
}

/** Returns the code unit of a long escape; nothing for another text and for a control character. */
function unitAt(body: Buffer, at: number): string {
  if (body[at] !== BACKSLASH || body[at + 1] !== U) return '';
  let code = 0;
  for (let digit = at + 2; digit < at + LONG_ESCAPE; digit += 1)
    code = code * 16 + (HEX.get(body[digit] ?? 0) ?? Number.NaN);
  return code >= FIRST_VISIBLE ? String.fromCharCode(code) : '';
}

/** Returns a letter as JSON has to spell it. */
function spelled(letter: string): string {
  return letter === '"' || letter === '\\' ? `\\${letter}` : letter;
}
