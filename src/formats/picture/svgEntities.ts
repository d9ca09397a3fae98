import { lineAt, quote } from '../model/text.ts';
import { ModelFault } from '../model/types.ts';

/** The document type of an SVG, with its declarations in brackets. */
const DOCTYPE =
  /<!DOCTYPE\s+(?:[\w.-]+:)?svg\b[^[>]*(?:\[((?:<!--[^]*?-->|"[^"]*"|'[^']*'|[^\]"'<]|<(?!!--))*)\]\s*)?>/i;
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
  const found = DOCTYPE.exec(text);
  if (found === null) return text;
  const [whole, declared = ''] = found;
  const plain = text.replace(whole, (each) => each.replace(/[^\n]/g, ' '));
  const entities = entitiesIn(declared, lineAt(text, found.index));
  if (entities.size === 0) return plain;
  const replaced = plain.replace(NAME, (name, key: string) => entities.get(key) ?? name);
  if (replaced.length > LARGEST)
    throw new ModelFault('tooBig', { size: replaced.length, limit: LARGEST });
  return replaced;
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
