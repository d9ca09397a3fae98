const INTEGER = 0x02;
const OCTETS = 0x04;
/** Octets in several pieces. */
const PIECES = 0x24;
const SEQUENCE = 0x30;
const CONSTRUCTED = 0x20;
const MOST_LEVELS = 40;

interface Element {
  readonly tag: number;
  readonly content: Buffer;
  /** The place after the element. */
  readonly end: number;
}

/**
 * Returns the sum of the key derivation rounds that a PFX file names.
 *
 * A few bytes may name billions of rounds, and OpenSSL does them all. Rounds inside an encrypted
 * part are not seen.
 */
export function roundsOf(pfx: Buffer): number {
  return roundsIn(pfx, 0);
}

/** The rounds are the whole number after the salt: in the MAC, in PBES1 and in PBES2. */
function roundsIn(bytes: Buffer, level: number): number {
  if (level > MOST_LEVELS) return Infinity;
  let rounds = 0;
  let isAfterSalt = false;
  for (const { tag, content } of elementsOf(bytes)) {
    if (tag === INTEGER && isAfterSalt) rounds += numberOf(content);
    isAfterSalt = tag === OCTETS || tag === PIECES;
    const octets = isAfterSalt ? octetsOf(tag, content, level) : content;
    const isNested = isAfterSalt ? elementAt(octets, 0)?.tag === SEQUENCE : isConstructed(tag);
    if (isNested) rounds += roundsIn(octets, level + 1);
  }
  return rounds;
}

function isConstructed(tag: number): boolean {
  return (tag & CONSTRUCTED) !== 0;
}

function octetsOf(tag: number, content: Buffer, level: number): Buffer {
  if (tag !== PIECES || level > MOST_LEVELS) return content;
  const pieces = [...elementsOf(content)];
  return Buffer.concat(pieces.map((each) => octetsOf(each.tag, each.content, level + 1)));
}

/** Yields the elements one after the other; ends where there is none, as in encrypted bytes. */
function* elementsOf(bytes: Buffer): Generator<Element> {
  for (let at = 0; at < bytes.length;) {
    const element = elementAt(bytes, at);
    if (element === null) return;
    yield element;
    at = element.end;
  }
}

function elementAt(bytes: Buffer, from: number, level = 0): Element | null {
  const { tag, at } = tagAt(bytes, from);
  const first = bytes[at];
  if (first === undefined) return null;
  const start = at + 1 + (first > 0x80 ? first & 0x7f : 0);
  if (first === 0x80) return unmeasured(bytes, tag, start, level);
  const end = start + lengthAt(bytes, at, start);
  return end > bytes.length ? null : { tag, content: bytes.subarray(start, end), end };
}

/** Returns the tag in its short form, although it may be written in the long one. */
function tagAt(bytes: Buffer, from: number): { readonly tag: number; readonly at: number } {
  const tag = bytes[from] ?? 0;
  if ((tag & 0x1f) !== 0x1f) return { tag, at: from + 1 };
  let number = 0;
  let at = from + 1;
  for (; ((bytes[at] ?? 0) & 0x80) !== 0; at += 1)
    number = number * 128 + ((bytes[at] ?? 0) & 0x7f);
  number = number * 128 + (bytes[at] ?? 0);
  return { tag: number < 0x1f ? (tag & 0xe0) | number : tag, at: at + 1 };
}

/** Returns an element without a named length: it ends behind an empty element. */
function unmeasured(bytes: Buffer, tag: number, start: number, level: number): Element {
  let at = start;
  let inner = level < MOST_LEVELS ? elementAt(bytes, at, level + 1) : null;
  while (inner !== null) {
    const isEnd = inner.tag === 0 && inner.content.length === 0;
    if (isEnd) return { tag, content: bytes.subarray(start, at), end: inner.end };
    at = inner.end;
    inner = elementAt(bytes, at, level + 1);
  }
  return { tag, content: bytes.subarray(start), end: bytes.length };
}

function lengthAt(bytes: Buffer, at: number, start: number): number {
  return start === at + 1 ? (bytes[at] ?? 0) : numberOf(bytes.subarray(at + 1, start));
}

function numberOf(digits: Buffer): number {
  let number = 0;
  for (const digit of digits) number = number * 256 + digit;
  return number;
}
