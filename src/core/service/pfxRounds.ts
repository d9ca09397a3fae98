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
    const octets = isAfterSalt ? octetsOf(tag, content) : null;
    if (octets !== null) rounds += octets[0] === SEQUENCE ? roundsIn(octets, level + 1) : 0;
    else if ((tag & CONSTRUCTED) !== 0) rounds += roundsIn(content, level + 1);
  }
  return rounds;
}

function octetsOf(tag: number, content: Buffer): Buffer {
  if (tag === OCTETS) return content;
  return Buffer.concat([...elementsOf(content)].map((each) => each.content));
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

function elementAt(bytes: Buffer, at: number): Element | null {
  const [tag = 0, first] = [bytes[at], bytes[at + 1]];
  if (first === undefined) return null;
  const isNamed = first !== 0x80;
  const start = at + 2 + (first > 0x80 ? first & 0x7f : 0);
  // A length that is not named: the content goes on to the end of what surrounds it.
  const length = isNamed ? lengthAt(bytes, at + 1, start) : bytes.length - start;
  const end = start + length;
  return end > bytes.length ? null : { tag, content: bytes.subarray(start, end), end };
}

function lengthAt(bytes: Buffer, at: number, start: number): number {
  return start === at + 1 ? (bytes[at] ?? 0) : numberOf(bytes.subarray(at + 1, start));
}

function numberOf(digits: Buffer): number {
  let number = 0;
  for (const digit of digits) number = number * 256 + digit;
  return number;
}
