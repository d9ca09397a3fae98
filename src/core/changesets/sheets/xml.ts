import type { Readable } from 'node:stream';
import { SaxesParser } from 'saxes';
import { asAppError } from '#contract/errors.ts';
import { noWorkbook } from './zip.ts';

/** Hears what an XML part says, in its order. */
export interface XmlListener {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
}

/** The parser gathers a text, an attribute or a comment in memory; none of a spreadsheet is longer. */
const MOST_BETWEEN_EVENTS = 2 * 1024 * 1024;
/** It remembers every open element; those of a spreadsheet are a dozen deep. */
const DEEPEST = 64;

/** Reads an XML part; after each piece the caller may take what was heard. Prefixes of elements are left out. */
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
    // A part that unpacks to more than it said, or not at all, ends in the middle.
    const error = asAppError(thrown);
    throw error.code === 'internal' ? noWorkbook(error.message) : error;
  } finally {
    stream.destroy();
  }
}

/** As much as an XML declaration takes, in two bytes a letter. */
const DECLARATION = 400;

/** Decodes a part in the encoding that its first bytes tell: UTF-8, UTF-16 or what its declaration names. */
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
  // Whatever it says of itself, what begins with one byte a letter is not UTF-16.
  const label = /^utf-?16/i.test(named) ? 'utf-8' : named;
  try {
    return new TextDecoder(label);
  } catch {
    throw noWorkbook(`a part is written in the unknown encoding ${named}`);
  }
}

/** What describes a workbook is kept in memory as it is read; a bloated list of styles takes a fifth of this. */
const MOST_WHOLE = 64 * 1024 * 1024;

/** Reads an XML part that describes the workbook to its end. */
export async function readWhole(stream: Readable, listener: XmlListener): Promise<void> {
  for await (const bytes of readXml(stream, listener))
    if (bytes > MOST_WHOLE) throw noWorkbook('a list of its parts or formats is larger than 64 MB');
}

/** A name without its prefix. */
export function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
