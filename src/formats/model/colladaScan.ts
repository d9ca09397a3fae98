import { ModelFault } from './types.ts';
import type { Limits, UnitFact } from './types.ts';
import { NO_UNIT } from './reading.ts';
import type { Notes } from './reading.ts';
import { millimetresOfWord } from './units.ts';
import { weighUses } from './uses.ts';
import type { Used } from './uses.ts';
import { COMMA_NUMBER, lineAt, linesIn, NUMBER, quote } from './text.ts';

const FLOATS =
  /(<(?:float_array|matrix|translate|scale|rotate|color|float|lookat)\b[^>]*>)([^<]*)/g;
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
  const tag = /<unit\b[^>]*>/.exec(text);
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

/**
 * Refuses nodes that use other nodes too often.
 *
 * A few lines of nested uses could exceed the memory.
 */
export function checkUses(text: string, limits: Limits): void {
  const nodes = new Map<string, Used>();
  const stack: string[] = [];
  let nameless = 0;
  for (const tag of text.matchAll(/<(\/?)(node|instance_node|visual_scene)\b([^>]*)>/g)) {
    const [, close, name, rest = ''] = tag;
    if (close === '/') stack.pop();
    else if (name === 'instance_node') {
      const url = /\burl\s*=\s*["']#([^"']*)["']/.exec(rest)?.[1];
      if (url !== undefined) nodes.get(stack.at(-1) ?? '')?.uses.push(url);
    } else {
      const id = /\bid\s*=\s*["']([^"']*)["']/.exec(rest)?.[1] ?? `nameless ${(nameless += 1)}`;
      nodes.get(stack.at(-1) ?? '')?.uses.push(id);
      nodes.set(id, { at: tag.index, uses: [] });
      if (!rest.endsWith('/')) stack.push(id);
    }
  }
  weighUses(nodes, text, limits);
}
