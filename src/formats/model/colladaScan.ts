import { ModelFault } from './types.ts';
import type { Limits, UnitFact } from './types.ts';
import { NO_UNIT } from './reading.ts';
import type { Notes } from './reading.ts';
import { millimetresOfWord } from './units.ts';
import { Uses } from './uses.ts';
import { elementsIn, idIn, lineOf } from './colladaTree.ts';
import { COMMA_NUMBER, lineAt, linesIn, NUMBER, quote } from './text.ts';

const FLOATS =
  /(<(?:float_array|matrix|translate|scale|rotate|color|float|lookat)\b[^<>]*>)([^<]*)/g;
const COUNT = /^<float_array\b[^>]*\bcount\s*=\s*["'](\d+)["']/;

/** Replaces decimal commas in lists of numbers, where the list's count proves them. */
export function mendCommas(text: string, notes: Notes): string {
  if (!/\d,\d/.test(text)) return text;
  const lineOf = linesIn(text);
  return text.replace(FLOATS, (whole: string, tag: string, body: string, offset: number) => {
    if (!body.includes(',')) return whole;
    const parts = body.trim().split(/\s+/);
    const count = COUNT.exec(tag)?.[1];
    const counted = count === undefined || parts.length === Number(count);
    const line = lineOf(offset);
    if (!counted || !parts.every((part) => NUMBER.test(part) || COMMA_NUMBER.test(part)))
      throw new ModelFault('brokenLine', { line, value: quote(body) });
    notes.add('comma', { line, value: quote(body, 24) }, true);
    return tag + body.replaceAll(',', '.');
  });
}

/** Reads `<unit>`: metres per unit, with a decimal comma accepted. */
export function readUnit(text: string, notes: Notes): UnitFact {
  const tag = /<unit\b[^<>]*>/.exec(text);
  const meter =
    tag === null ? undefined : /\bmeter\s*=\s*["']([^"']*)["']/.exec(tag[0])?.[1]?.trim();
  if (tag === null || meter === undefined) return NO_UNIT;
  const line = lineAt(text, tag.index);
  const metres = Number(meter.replace(',', '.'));
  if (!(metres > 0) || !Number.isFinite(metres)) {
    notes.add('unitOdd', { line, value: quote(tag[0]) });
    return NO_UNIT;
  }
  const named = /\bname\s*=\s*["']([^"']*)["']/.exec(tag[0])?.[1]?.trim() ?? '';
  const meant = millimetresOfWord(named);
  if (meant !== null && Math.abs(meant / (metres * 1000) - 1) > 0.01) {
    notes.add('unitOdd', { line, value: quote(tag[0]) });
    return NO_UNIT;
  }
  if (meter.includes(',')) notes.add('unitMended', { line, value: quote(tag[0]) }, true);
  return {
    millimetres: Number((metres * 1000).toPrecision(12)),
    from: 'header',
    said: quote(tag[0]),
  };
}

const LINES = new Set(['lines', 'linestrips']);

/**
 * Refuses a document that is nested too deeply, has too many lines, or whose nodes use other nodes
 * too often.
 *
 * It reads the parsed document, as the loader does: a search of the text would miss ids that are
 * written with character references.
 */
export function checkNodes(document: Document, limits: Limits): void {
  const uses = new Uses();
  let corners = 0;
  const isNode = ({ nodeName }: Element) => nodeName === 'node' || nodeName === 'visual_scene';
  const enter = (element: Element, depth: number) => {
    const line = lineOf(element);
    if (depth > limits.depth) throw new ModelFault('tooDeep', { limit: limits.depth, line });
    if (element.nodeName === 'p' && LINES.has(element.parentNode?.nodeName ?? ''))
      corners += (element.textContent ?? '').length / 2;
    // Each corner has up to three numbers.
    if (corners > limits.corners * 3)
      throw new ModelFault('tooManyWords', { limit: limits.corners, line });
    if (isNode(element)) uses.open(line, element.getAttribute('id'));
    const target = element.nodeName === 'instance_node' ? idIn(element.getAttribute('url')) : null;
    if (target !== null) uses.use(target);
    for (const child of elementsIn(element)) enter(child, depth + 1);
    if (isNode(element)) uses.close();
  };
  enter(document.documentElement, 1);
  uses.check(limits);
}
