import { lineAt, quote } from '../model/text.ts';
import { ModelFault } from '../model/types.ts';

/** The beginning of the document type of an SVG. */
const DOCTYPE = /<!DOCTYPE\s+(?:[\w.-]+:)?svg\b[^[>]*/iy;
const MARK_IN_DECLARATIONS = /<!--|["'\]]/g;
const END = /\s*>/y;
const BLANKS = /[\s\uFEFF]*/y;
/** An entity with plain text: no external file, no markup, no other entity. */
const PLAIN = /^<!ENTITY\s+([\w.:-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/;
const HARMLESS = /^(?:\s+|<!--[^]*?-->|<!(?:ATTLIST|ELEMENT)\b[^>&%]*>)/;
const MOST = 200;
const LONGEST = 1000;
const LARGEST = 20_000_000;
const NAME = /&([\w.:-]+);/g;
const UNKNOWN = /&(?!(?:#\d+|#x[\da-f]+|amp|lt|gt|quot|apos);)/i;

/**
 * Returns an SVG as a browser reads it.
 *
 * Plain-text entities are replaced and the document type is blanked; line numbers stay. Throws
 * `doctype` for any other declaration.
 */
export function withoutEntities(text: string): string {
  const found = doctypeIn(text);
  if (found === null) return text;
  const { start, end, declared } = found;
  const blank = text.slice(start, end).replace(/[^\n]/g, ' ');
  const plain = text.slice(0, start) + blank + text.slice(end);
  const entities = entitiesIn(declared, lineAt(text, start));
  if (entities.size === 0) return plain;
  let size = plain.length;
  for (const [, key = ''] of plain.matchAll(NAME)) size += entities.get(key)?.length ?? 0;
  if (size > LARGEST) throw new ModelFault('tooBig', { size, limit: LARGEST });
  return plain.replace(NAME, (name, key: string) => entities.get(key) ?? name);
}

interface Doctype {
  readonly start: number;
  readonly end: number;
  /** The declarations in brackets. */
  readonly declared: string;
}

/**
 * Returns the document type before the first element; null if there is none.
 *
 * Reads the text once from start to end: a pattern with nested choices takes exponential time for a
 * text made to mislead it.
 */
function doctypeIn(text: string): Doctype | null {
  const start = prologEnd(text);
  const head = matchAt(DOCTYPE, text, start);
  if (head === null) return null;
  const open = start + head.length;
  const close = text[open] === '[' ? declarationsEnd(text, open + 1) : open;
  if (close === -1) return null;
  const after = close === open ? open : close + 1;
  const last = matchAt(END, text, after);
  if (last === null) return null;
  const declared = close === open ? '' : text.slice(open + 1, close);
  return { start, end: after + last.length, declared };
}

function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

/** Returns the position after the blanks, comments and instructions at the beginning. */
function prologEnd(text: string): number {
  let at = 0;
  for (;;) {
    at += matchAt(BLANKS, text, at)?.length ?? 0;
    const ending = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : null;
    if (ending === null) return at;
    const end = text.indexOf(ending, at);
    if (end === -1) return text.length;
    at = end + ending.length;
  }
}

/** Returns the position of the bracket that closes the declarations; -1 if there is none. */
function declarationsEnd(text: string, from: number): number {
  for (let at = from; at !== -1;) {
    MARK_IN_DECLARATIONS.lastIndex = at;
    const found = MARK_IN_DECLARATIONS.exec(text);
    if (found === null) return -1;
    const [mark] = found;
    if (mark === ']') return found.index;
    const ending = mark === '<!--' ? '-->' : mark;
    const end = text.indexOf(ending, found.index + mark.length);
    at = end === -1 ? -1 : end + ending.length;
  }
  return -1;
}

function entitiesIn(declared: string, firstLine: number): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  let rest = declared;
  while (rest !== '') {
    const passed = HARMLESS.exec(rest)?.[0];
    const entity = passed === undefined ? PLAIN.exec(rest) : null;
    const [whole = passed ?? '', name = '', double, single] = entity ?? [];
    const value = double ?? single ?? '';
    if (whole === '' || value.length > LONGEST || entities.size > MOST) {
      const line = firstLine + declared.slice(0, declared.length - rest.length).split('\n').length;
      throw new ModelFault('doctype', { line: line - 1 });
    }
    if (entity !== null && !entities.has(name)) entities.set(name, value.replaceAll('\n', ' '));
    rest = rest.slice(whole.length);
  }
  return entities;
}

/**
 * Refuses a bare `&` and undeclared entities such as `&nbsp;`, because a browser does not draw such
 * a file.
 */
export function checkReferences(text: string): void {
  const at = text.search(UNKNOWN);
  if (at === -1) return;
  throw new ModelFault('xml', {
    line: lineAt(text, at),
    value: quote(text.slice(at, at + 40), 20),
  });
}
