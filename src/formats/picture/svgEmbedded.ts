import { imageSize } from 'image-size';

/** The size of a picture in pixels. */
export interface Measured {
  readonly width: number;
  readonly height: number;
}

/** A picture embedded in an SVG: its size, or the text of another SVG. */
type Embedded = Measured | string;

const VALUE = /=\s*(?:"([^"]*)"|'([^']*)')/g;
/**
 * As in CSS, an address without quotes has no blank, quote or bracket inside.
 *
 * `(?!\s)` makes the blanks match in one way only, so that a text cannot make the search slow.
 */
const URL_OF = /url\(\s*(?!\s)(?:"([^"]*)"|'([^']*)'|([^()"'\s]*))\s*\)/gi;
const DATA = /^\s*data:\s*image\/([\w.+-]+)([^,]*),([^]*)$/i;
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

/**
 * Returns the pictures embedded in an SVG as `data:` addresses, each once.
 *
 * Pictures of unknown size are skipped, because a browser does not draw them.
 */
export function embeddedIn(text: string): readonly Embedded[] {
  return [...addressesIn(text)].flatMap((address) => embedded(address) ?? []);
}

function addressesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (value: string) => {
    if (DATA.test(value)) found.add(value);
  };
  const addStyles = (style: string) => {
    for (const [, double, single, bare] of style.matchAll(URL_OF))
      add(double ?? single ?? bare ?? '');
  };
  for (const [, double, single] of text.matchAll(VALUE)) {
    const value = plainOf(double ?? single ?? '');
    add(value);
    addStyles(value);
  }
  addStyles(text);
  return found;
}

function plainOf(value: string): string {
  if (!value.includes('&')) return value;
  return value.replace(ENTITY, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole;
  });
}

function embedded(address: string): Embedded | null {
  const [, type = '', rest = '', data = ''] = DATA.exec(address) ?? [];
  try {
    const bytes = /;\s*base64\s*$/i.test(rest) ? fromBase64(data) : fromPercent(data);
    if (/^svg/i.test(type)) return new TextDecoder().decode(bytes);
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
