const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
const NINE = 0x39;
const UNDERSCORE = 0x5f;
const LOWER_C = 0x63;
const LOWER_E = 0x65;
/** Fewer digits in a row cannot exceed a double. */
const LONGEST_SAFE_DIGITS = 300;

/** Properties of a JSON text found before parsing. */
export interface JsonInspection {
  readonly tooDeep: boolean;
  /** A key may be `__proto__` or `constructor`. */
  readonly suspectKey: boolean;
  /** A number may be too large for a double. */
  readonly suspectNumber: boolean;
}

/** Scans a JSON text in one pass, without recursion and without allocation. */
export function inspectJson(bytes: Uint8Array, maxDepth: number): JsonInspection {
  let seen: JsonInspection = { tooDeep: false, suspectKey: false, suspectNumber: false };
  const note = (found: JsonInspection) => {
    seen = {
      tooDeep: found.tooDeep,
      suspectKey: seen.suspectKey || found.suspectKey,
      suspectNumber: seen.suspectNumber || found.suspectNumber,
    };
  };
  // Bytes after the first value are damage, but are scanned too.
  for (let at = 0; at < bytes.length && !seen.tooDeep; at++)
    at = inspectValue(bytes, at, maxDepth, note);
  return seen;
}

/**
 * Scans the one value that starts at `start` and returns its end.
 *
 * The end is just after the value, at the comma or the bracket that ends a bare word, or at the end
 * of the bytes.
 */
export function inspectValue(
  bytes: Uint8Array,
  start: number,
  maxDepth: number,
  note: (found: JsonInspection) => void,
): number {
  const { length } = bytes;
  let depth = 0;
  let digits = 0;
  let suspectKey = false;
  let suspectNumber = false;
  let at = start;
  for (; at < length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      suspectKey ||= mayBePoison(bytes, at + 1);
      at = closingQuote(bytes, at + 1);
    } else if (byte === COMMA || byte === COLON) {
      if (depth === 0) break;
      digits = 0;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      if (++depth > maxDepth) break;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === 0) break;
      digits = 0;
      if (--depth === 0) {
        at++;
        break;
      }
    } else if (byte >= ZERO && byte <= NINE) suspectNumber ||= ++digits > LONGEST_SAFE_DIGITS;
    else {
      suspectNumber ||= digits > 0 && (byte | 0x20) === LOWER_E;
      digits = 0;
    }
  }
  const tooDeep = depth > maxDepth;
  if (tooDeep || suspectKey || suspectNumber) note({ tooDeep, suspectKey, suspectNumber });
  return Math.min(at, length);
}

/** A value that begins here and goes too deep has more bytes than the mark that replaces it. */
const CUT_DEPTH = 40;

/**
 * Returns a JSON text in which `mark` replaces each value at level 40 that reaches more than
 * `maxDepth` levels.
 *
 * The text never grows, so a hostile one cannot take more memory than it has.
 */
export function cutDeep(bytes: Buffer, maxDepth: number, mark: Buffer): Buffer {
  const cut = Buffer.allocUnsafe(bytes.length);
  let [depth, openedAt, from, size] = [0, 0, 0, 0];
  let isDeep = false;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) at = closingQuote(bytes, at + 1);
    else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
      depth++;
      if (depth === CUT_DEPTH) [openedAt, isDeep] = [at, false];
      isDeep ||= depth > maxDepth;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
      if (depth === CUT_DEPTH && isDeep && at - openedAt >= mark.length) {
        size += bytes.copy(cut, size, from, openedAt);
        size += mark.copy(cut, size);
        from = at + 1;
      }
      depth--;
    }
  }
  size += bytes.copy(cut, size, from);
  return cut.subarray(0, size);
}

/**
 * Returns the index of the quote that closes the string starting at `from`; the length if there is
 * none.
 */
export function closingQuote(bytes: Uint8Array, from: number): number {
  const { length } = bytes;
  for (let at = from; at < length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return length;
}

/**
 * Returns whether a key may be poisoned. Escapes count as suspect, since they can spell such a key.
 */
function mayBePoison(bytes: Uint8Array, at: number): boolean {
  const first = bytes[at];
  const second = bytes[at + 1];
  if (first === BACKSLASH) return true;
  // Every record of a Mongoose service has a `__v`: two underscores alone mean nothing.
  if (first === UNDERSCORE) return second === BACKSLASH || follows(bytes, at + 1, '_proto__"');
  return first === LOWER_C && follows(bytes, at + 1, 'onstructor"');
}

function follows(bytes: Uint8Array, from: number, rest: string): boolean {
  for (let index = 0; index < rest.length; index++) {
    const byte = bytes[from + index];
    if (byte === BACKSLASH) return true;
    if (byte !== rest.charCodeAt(index)) return false;
  }
  return true;
}
