import { imageSize } from 'image-size';
import { Notes } from '../model/reading.ts';
import { decodeText } from '../model/text.ts';

/** The size of a picture in pixels. */
export interface Measured {
  readonly width: number;
  readonly height: number;
}

/** A picture embedded in an SVG: its size, or the text of another SVG. */
type Embedded = Measured | string;

/**
 * As in CSS, an address without quotes has no blank, quote or bracket inside, and the end of a
 * style closes an open address.
 *
 * `(?!\s)` makes the blanks match in one way only, so that a text cannot make the search slow.
 */
const URL_OF = /url\(\s*(?!\s)(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^()"'\s]*))\s*(?:\)|$)/gi;
const DATA = /^\s*data:\s*image\/([\w.+-]+)([^,]*),([^]*)$/i;

/** The addresses of an SVG that hold a picture, each once. */
export class Addresses {
  readonly #found = new Set<string>();

  /** Adds an attribute's value and the addresses in it; returns the latter. */
  add(value: string): string[] {
    if (DATA.test(value)) this.#found.add(value);
    return this.addStyle(value);
  }

  /** Adds the addresses of a style and returns them. */
  addStyle(style: string): string[] {
    if (!/url\(/i.test(style)) return [];
    const addresses = [...style.matchAll(URL_OF)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    );
    for (const address of addresses) if (DATA.test(address)) this.#found.add(address);
    return addresses;
  }

  /** Returns the embedded pictures; a browser draws none of unknown size. */
  pictures(): readonly Embedded[] {
    return [...this.#found].flatMap((address) => embedded(address) ?? []);
  }
}

function embedded(address: string): Embedded | null {
  const [, type = '', rest = '', data = ''] = DATA.exec(address) ?? [];
  try {
    const bytes = /;\s*base64\s*$/i.test(rest) ? fromBase64(data) : fromPercent(data);
    if (/^svg/i.test(type)) return decodeText(bytes, new Notes());
    const { width, height } = imageSize(bytes);
    return { width, height };
  } catch {
    return null;
  }
}

function fromBase64(data: string): Uint8Array {
  const binary = atob(data.includes('%') ? decodeURIComponent(data) : data);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

// Percent encoding may hold bytes that are no UTF-8: each `%` is one byte.
function fromPercent(data: string): Uint8Array {
  const escaped = new TextEncoder().encode(data);
  const bytes = new Uint8Array(escaped.length);
  let length = 0;
  for (let at = 0; at < escaped.length; at += 1) {
    const pair =
      escaped[at] === 0x25 ? String.fromCodePoint(...escaped.subarray(at + 1, at + 3)) : '';
    const isByte = /^[\da-f]{2}$/i.test(pair);
    bytes[length] = isByte ? Number.parseInt(pair, 16) : (escaped[at] ?? 0);
    length += 1;
    if (isByte) at += 2;
  }
  return bytes.subarray(0, length);
}
