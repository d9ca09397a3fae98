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

/** Reads an XML part; after each piece the caller may take what was heard. Prefixes are left out. */
export async function* readXml(stream: Readable, listener: XmlListener): AsyncGenerator<number> {
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw noWorkbook(error.message);
  });
  parser.on('opentag', ({ name, attributes }) => listener.open?.(bare(name), attributes));
  parser.on('text', (text) => listener.text?.(text));
  parser.on('cdata', (text) => listener.text?.(text));
  parser.on('closetag', ({ name }) => listener.close?.(bare(name)));
  const decoder = new TextDecoder();
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
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
