import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { asAppError } from '#contract/errors.ts';
import { noWorkbook } from './zip.ts';

/** Receives the events of an XML part in order. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/**
 * The parser holds a text, an attribute or a comment in memory; a spreadsheet has no longer ones.
 */
const MOST_BETWEEN_EVENTS = 2 * 1024 * 1024;
/** The parser holds every open element; a spreadsheet nests about a dozen. */
const DEEPEST = 64;

/**
 * Reads an XML part; yields the bytes read after each chunk.
 *
 * Prefixes of element names are removed.
 */
export async function* readXml(stream: Readable, listener: XmlListener): AsyncGenerator<number> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw noWorkbook(error.message);
  });
  let [unheard, depth] = [0, 0];
  parser.on('opentag', ({ name, attributes }) => {
    unheard = 0;
    depth += 1;
    if (depth > DEEPEST) throw noWorkbook(`its elements are more than ${DEEPEST} levels deep`);
    listener.open?.(bare(name), attributes);
  });
  const text = (given: string) => {
    unheard = 0;
    listener.text?.(given);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', ({ name }) => {
    unheard = 0;
    depth -= 1;
    listener.close?.(bare(name));
  });
  const letters = new Letters();
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      unheard += piece.length;
      if (unheard > MOST_BETWEEN_EVENTS)
        throw noWorkbook('a text or attribute is larger than 2 MB');
      parser.write(letters.take(piece));
      yield bytes;
    }
    parser.write(letters.end()).close();
    yield bytes;
  } catch (thrown) {
    // A part that unpacks to more than its declared size, or not at all, ends early.
    const error = asAppError(thrown);
    throw error.code === 'internal' ? noWorkbook(error.message) : error;
  } finally {
    stream.destroy();
  }
}

/** Bytes that an XML declaration takes, at two bytes per character. */
const DECLARATION = 400;

/** Decodes a part in UTF-8, UTF-16, or the encoding of its declaration. */
class Letters {
  #first: Buffer = Buffer.alloc(0);
  #decoder: InstanceType<typeof TextDecoder> | null = null;

  take(piece: Buffer): string {
    if (this.#decoder !== null) return this.#decoder.decode(piece, { stream: true });
    this.#first = Buffer.concat([this.#first, piece]);
    return this.#first.length < DECLARATION ? '' : this.#begin();
  }

  end(): string {
    const begun = this.#decoder === null ? this.#begin() : '';
    return begun + (this.#decoder?.decode() ?? '');
  }

  #begin(): string {
    this.#decoder = decoderFor(this.#first);
    return this.#decoder.decode(this.#first, { stream: true });
  }
}

function decoderFor(first: Buffer): InstanceType<typeof TextDecoder> {
  const [a, b] = [first[0], first[1]];
  if ((a === 0xff && b === 0xfe) || (a === 0x3c && b === 0)) return new TextDecoder('utf-16le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && b === 0x3c)) return new TextDecoder('utf-16be');
  const head = first.toString('latin1', 0, DECLARATION);
  const [, named = 'utf-8'] =
    /^(?:\u00ef\u00bb\u00bf)?\s*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)/.exec(head) ?? [];
  // Text that begins with one-byte characters is not UTF-16, even if its declaration says so.
  const label = /^utf-?16/i.test(named) ? 'utf-8' : named;
  try {
    return new TextDecoder(label);
  } catch {
    throw noWorkbook(`a part is written in the unknown encoding ${named}`);
  }
}

/**
 * Parts that describe a workbook are kept in memory; a bloated list of styles takes a fifth of
 * this.
 */
const MOST_WHOLE = 64 * 1024 * 1024;

/** Reads an XML part that describes the workbook to its end. */
export async function readWhole(stream: Readable, listener: XmlListener): Promise<void> {
  for await (const bytes of readXml(stream, listener))
    if (bytes > MOST_WHOLE) throw noWorkbook('a list of its parts or formats is larger than 64 MB');
}

/** Returns a name without its prefix. */
export function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
