import { closingQuote, inspectValue } from './jsonScan.ts';
import type { JsonInspection } from './jsonScan.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const SPACE = 0x20;

/** Where the entries of a list lie in the bytes of an answer. */
export interface ListSpans {
  /** Just behind the bracket that opens the list, and at the one that closes it. */
  readonly from: number;
  readonly to: number;
  /** Start and end of each entry, one after the other. */
  readonly spans: readonly number[];
}

/** Knows entries by where they start. */
export interface UnchangedEntryScanner {
  /** The end of the entry that starts at `at`; -1 where it must be looked through. */
  readonly over: (at: number) => number;
  /** Hears of every entry that was looked through. */
  readonly missed: (at: number, end: number) => void;
}

/**
 * Finds the entries of a list that is plain: a bare array, or an array under `listKey` of an object. Null
 * for everything else, and for whatever is not to be trusted: that is read as a whole.
 */
export function spanList(
  bytes: Buffer,
  listKey: string,
  maxDepth: number,
  leap: UnchangedEntryScanner | null,
): ListSpans | null {
  const walk = new Walk(bytes, maxDepth, leap);
  const start = skipSpace(bytes, 0);
  const isBare = bytes[start] === OPEN_ARRAY;
  const end = isBare ? walk.list(start) : walk.object(start, listKey);
  const isPlain = end !== -1 && skipSpace(bytes, end) === bytes.length;
  return isPlain && walk.isHarmless ? walk.found : null;
}

class Walk {
  found: ListSpans | null = null;
  isHarmless = true;
  readonly #bytes;
  readonly #maxDepth;
  readonly #leap;

  constructor(bytes: Buffer, maxDepth: number, leap: UnchangedEntryScanner | null) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth - 2;
    this.#leap = leap;
  }

  /** The end of an object whose member `listKey` is the list; -1 where it is none. */
  object(start: number, listKey: string): number {
    const bytes = this.#bytes;
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let at = skipSpace(bytes, start + 1);
    while (bytes[at] === QUOTE) {
      const keyEnd = closingQuote(bytes, at + 1);
      const name = bytes.toString('latin1', at + 1, keyEnd);
      const value = skipSpace(bytes, skipSpace(bytes, keyEnd + 1) + 1);
      // A key may be spelled in several ways, and the last of equal ones counts.
      if (name.includes('\\') || (name === listKey && this.found !== null)) return -1;
      if (bytes[skipSpace(bytes, keyEnd + 1)] !== COLON) return -1;
      const isList = name === listKey && bytes[value] === OPEN_ARRAY;
      const end = isList ? this.list(value) : this.#skip(value);
      if (end === -1) return -1;
      at = skipSpace(bytes, end);
      if (bytes[at] === CLOSE_OBJECT) return at + 1;
      if (bytes[at] !== COMMA) return -1;
      at = skipSpace(bytes, at + 1);
    }
    return -1;
  }

  /** The end of the list that opens at `start`; -1 where it is damaged. */
  list(start: number): number {
    const bytes = this.#bytes;
    const spans: number[] = [];
    let at = skipSpace(bytes, start + 1);
    if (bytes[at] !== CLOSE_ARRAY)
      for (;;) {
        const end = this.#entryEnd(at);
        if (end === -1) return -1;
        spans.push(at, end);
        at = skipSpace(bytes, end);
        if (bytes[at] !== COMMA) break;
        at = skipSpace(bytes, at + 1);
      }
    if (bytes[at] !== CLOSE_ARRAY) return -1;
    this.found = { from: start + 1, to: at, spans };
    return at + 1;
  }

  #entryEnd(at: number): number {
    const known = this.#leap?.over(at) ?? -1;
    if (known !== -1) return known;
    const end = this.#skip(at);
    if (end !== -1) this.#leap?.missed(at, end);
    return end;
  }

  #skip(at: number): number {
    const end = inspectValue(this.#bytes, at, this.#maxDepth, this.#note);
    return end > at ? end : -1;
  }

  readonly #note = ({ tooDeep, suspectKey, suspectNumber }: JsonInspection): void => {
    if (tooDeep || suspectKey || suspectNumber) this.isHarmless = false;
  };
}

function skipSpace(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= SPACE) at++;
  return at;
}
