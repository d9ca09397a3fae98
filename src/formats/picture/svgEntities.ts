import { ModelFault } from '../model/types.ts';

/** The name of the document type of an SVG. */
const SVG = /^\s+(?:[\w.-]+:)?svg\b/;
/** An entity with plain text: no external file, no markup, no other entity. */
const PLAIN = /^<!ENTITY\s+([\w.:-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/;
const HARMLESS = /^(?:\s+|<!--[^]*?-->|<!(?:ATTLIST|ELEMENT)\b[^>&%]*>)/;
const MOST = 200;
const LONGEST = 1000;
const LARGEST = 20_000_000;
const NAME = /&([\w.:-]+);/g;

/**
 * Returns the entities that the document type of an SVG declares.
 *
 * Throws `doctype` for any declaration except entities of plain text.
 */
export function entitiesOf(doctype: string, line: number): ReadonlyMap<string, string> {
  if (!SVG.test(doctype)) throw new ModelFault('doctype', { line });
  const [open, close] = [doctype.indexOf('['), doctype.lastIndexOf(']')];
  if (open === -1) return new Map();
  const lines = doctype.slice(0, open).split('\n').length - 1;
  return entitiesIn(doctype.slice(open + 1, close), line + lines);
}

/**
 * Returns how many characters a text grows by when its entities are replaced.
 *
 * Throws `tooBig` for more than a browser should take.
 */
export function grownBy(text: string, entities: ReadonlyMap<string, string>): number {
  let growth = 0;
  if (entities.size > 0)
    for (const [, key = ''] of text.matchAll(NAME)) growth += entities.get(key)?.length ?? 0;
  const size = text.length + growth;
  if (size > LARGEST) throw new ModelFault('tooBig', { size, limit: LARGEST });
  return growth;
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
