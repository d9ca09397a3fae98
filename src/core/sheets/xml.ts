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

/** Reads an XML part; after each piece the caller may take what was heard. Prefixes are left out. */
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
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      unheard += piece.length;
      if (unheard > MOST_BETWEEN_EVENTS)
        throw noWorkbook('a text or attribute is larger than 2 MB');
      parser.write(decoder.decode(piece, { stream: true }));
      yield bytes;
    }
    parser.write(decoder.decode()).close();
    yield bytes;
  } catch (thrown) {
    // A part that unpacks to more than it said, or not at all, ends in the middle.
    const error = asAppError(thrown);
    throw error.code === 'internal' ? noWorkbook(error.message) : error;
  } finally {
    stream.destroy();
  }
}

/** Reads a small XML part to its end. */
export async function readWhole(stream: Readable, listener: XmlListener): Promise<void> {
  for await (const _ of readXml(stream, listener)) continue;
}

function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
