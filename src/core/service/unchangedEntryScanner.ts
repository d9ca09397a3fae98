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

/** The positions of a list's entries in the bytes of an answer. */
export interface ListSpans {
  /** `from` is just after the bracket that opens the list; `to` is at the one that closes it. */
  readonly from: number;
  readonly to: number;
  /** Start and end of each entry, one after the other. */
  readonly spans: readonly number[];
  /** The starts of entries that are nested too deep; such an entry is no record. */
  readonly deep: ReadonlySet<number>;
}

/** Recognises unchanged entries by their start offset. */
export interface UnchangedEntryScanner {
  /** Returns the end of the recognised entry at `at`; -1 where the entry must be scanned. */
  readonly over: (at: number) => number;
  /** Called for every entry that was scanned. */
  readonly missed: (at: number, end: number) => void;
}

/**
 * Finds the entries of a plain list: a bare array, or an array under `listKey` of an object.
 *
 * Returns null for any other or suspicious answer, which is then parsed as a whole.
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
  readonly #deep = new Set<number>();
  #isDeep = false;
  readonly #leap;

  constructor(bytes: Buffer, maxDepth: number, leap: UnchangedEntryScanner | null) {
    this.#bytes = bytes;
    this.#maxDepth = maxDepth - 2;
    this.#leap = leap;
  }

  /** Returns the end of an object whose member `listKey` is the list; -1 for anything else. */
  object(start: number, listKey: string): number {
    const bytes = this.#bytes;
    if (bytes[start] !== OPEN_OBJECT) return -1;
    let at = skipSpace(bytes, start + 1);
    while (bytes[at] === QUOTE) {
      const keyEnd = closingQuote(bytes, at + 1);
      const name = bytes.toString('latin1', at + 1, keyEnd);
      const value = skipSpace(bytes, skipSpace(bytes, keyEnd + 1) + 1);
      // A key may be spelled with escapes, and the last of equal keys counts.
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

  /** Returns the end of the list that opens at `start`; -1 where it is damaged. */
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
    this.found = { from: start + 1, to: at, spans, deep: this.#deep };
    return at + 1;
  }

  #entryEnd(at: number): number {
    const known = this.#leap?.over(at) ?? -1;
    if (known !== -1) return known;
    const end = this.#skipEntry(at);
    if (end !== -1) this.#leap?.missed(at, end);
    return end;
  }

  /** Skips an entry; one deep entry does not make the whole list unreadable. */
  #skipEntry(at: number): number {
    this.#isDeep = false;
    const end = inspectValue(this.#bytes, at, this.#maxDepth, this.#noteEntry);
    if (!this.#isDeep) return end > at ? end : -1;
    this.#deep.add(at);
    return inspectValue(this.#bytes, at, Infinity, () => undefined);
  }

  readonly #noteEntry = (found: JsonInspection): void => {
    if (found.tooDeep) this.#isDeep = true;
    else this.#note(found);
  };

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
