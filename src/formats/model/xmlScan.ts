import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import { lineAt, quote } from './text.ts';

const SKIPS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * Checks the tags of an XML text before a loader builds it.
 *
 * Refuses a document type (and so entities), deep nesting, too many elements and a truncated end.
 */
export function scanXml(text: string, limits: Limits): void {
  const open: number[] = [];
  let elements = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const skip = SKIPS.find(([start]) => text.startsWith(start, at));
    if (skip !== undefined) {
      at = past(text, skip[1], at);
      continue;
    }
    if (text.startsWith('<!', at)) throw new ModelFault('doctype', { line: lineAt(text, at) });
    const end = tagEnd(text, at);
    if (text[at + 1] === '/') open.pop();
    else {
      elements += 1;
      if (text[end - 2] !== '/') open.push(at);
    }
    if (open.length > limits.depth)
      throw new ModelFault('tooDeep', { limit: limits.depth, line: lineAt(text, at) });
    if (elements > limits.objects * 10)
      throw new ModelFault('tooMuch', { line: lineAt(text, at), limit: limits.objects * 10 });
    at = end;
  }
  const first = open.at(-1);
  if (first === undefined) return;
  const value = quote(text.slice(first, tagEnd(text, first)));
  throw new ModelFault('cutLine', { line: lineAt(text, text.length), value });
}

function past(text: string, mark: string, from: number): number {
  const end = text.indexOf(mark, from);
  if (end === -1)
    throw new ModelFault('cutLine', {
      line: lineAt(text, from),
      value: quote(text.slice(from, from + 200)),
    });
  return end + mark.length;
}

// A quoted value may contain a `>`.
function tagEnd(text: string, from: number): number {
  let quoted = '';
  for (let at = from + 1; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (quoted !== '') quoted = letter === quoted ? '' : quoted;
    else if (letter === '"' || letter === "'") quoted = letter;
    else if (letter === '>') return at + 1;
  }
  throw new ModelFault('cutLine', {
    line: lineAt(text, from),
    value: quote(text.slice(from, from + 200)),
  });
}
