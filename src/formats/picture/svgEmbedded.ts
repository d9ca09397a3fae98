import { imageSize } from 'image-size';
import { signedHead } from './imageHead.ts';
import { Notes } from '../model/reading.ts';
import { decodeText } from '../model/text.ts';
import { ModelFault } from '../model/types.ts';

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
/** A text of CSS, as in `image-set`. */
const STRING = /"([^"]*)"|'([^']*)'/g;
const ESCAPE = /\\(?:([\da-f]{1,6})\s?|([^]))/gi;
/** A browser recognises a picture by its bytes, whatever type its address names. */
const DATA = /^[\0- ]*data:([^,]*),([^]*)$/i;
/** Kinds that a browser draws and whose first size may be that of a part. */
const UNMEASURED: ReadonlySet<string> = new Set(['avif', 'heif', 'ico', 'cur']);

/** The addresses of an SVG that hold a picture, each once. */
export class Addresses {
  readonly #found = new Set<string>();

  /** Adds an attribute's value and the addresses in it; returns the latter. */
  add(value: string): string[] {
    this.#take(value);
    return this.addStyle(value);
  }

  /** Adds the addresses of a style and returns them. */
  addStyle(style: string): string[] {
    const plain = withoutEscapes(style);
    if (/data:/i.test(plain))
      for (const [, double, single] of plain.matchAll(STRING)) this.#take(double ?? single ?? '');
    if (!/url\(/i.test(plain)) return [];
    const addresses = [...plain.matchAll(URL_OF)].map(
      ([, double, single, bare]) => double ?? single ?? bare ?? '',
    );
    for (const address of addresses) this.#take(address);
    return addresses;
  }

  /**
   * Returns the embedded pictures; a browser draws none of unknown size.
   *
   * Throws `imageUnknown` for a picture of which only a part can be measured.
   */
  pictures(): readonly Embedded[] {
    return [...this.#found].flatMap((address) => embedded(address) ?? []);
  }

  #take(value: string): void {
    // A browser drops line ends and tabs in an address.
    const address = value.replaceAll(/[\t\n\r]/g, '');
    if (DATA.test(address)) this.#found.add(address);
  }
}

/** Returns a style with escapes of CSS replaced. */
function withoutEscapes(style: string): string {
  if (!style.includes('\\')) return style;
  return style.replace(ESCAPE, (whole, hex?: string, letter?: string) => {
    if (hex === undefined) return letter ?? '';
    const code = Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function embedded(address: string): Embedded | null {
  const [, type = '', data = ''] = DATA.exec(address) ?? [];
  const bytes = bytesOf(type, data);
  if (bytes === null) return null;
  if (/^\s*image\/svg/i.test(type)) return decodeText(bytes, new Notes());
  const size = measured(bytes);
  if (size === null || size.type === 'svg') return null;
  if (UNMEASURED.has(size.type ?? '')) throw new ModelFault('imageUnknown');
  return size;
}

function measured(bytes: Uint8Array): ReturnType<typeof imageSize> | null {
  try {
    const head = signedHead(bytes);
    return head === null ? imageSize(bytes) : { ...head, type: head.kind };
  } catch {
    return null;
  }
}

function bytesOf(type: string, data: string): Uint8Array | null {
  try {
    return /;\s*base64\s*$/i.test(type) ? fromBase64(data) : fromPercent(data);
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
