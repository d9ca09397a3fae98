import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';
import { lineAt, linesIn, quote } from './text.ts';

const OLDEST = 7000;
const LIST = /(\*(\d+)\s*\{\s*a:\s*)([^{}]*?)(\s*\})/g;

export interface FbxText {
  readonly version: number;
  readonly text: string;
}

/** Walks a written (ASCII) FBX: version, nesting, lists as long as they promise, an end. */
export function scanTextFbx(text: string, limits: Limits, notes: Notes): FbxText {
  const found = /FBXVersion:\s*(\d+)/.exec(text)?.[1];
  if (found === undefined) throw new ModelFault('brokenLine', { line: 1, value: quote(text) });
  const version = Number(found);
  if (version < OLDEST) throw new ModelFault('oldFbx', { version, oldest: OLDEST });
  checkBraces(text, limits);
  return { version, text: withoutGaps(checkLists(text, notes)) };
}

// three.js reads `0.8, 0.8, 0.8` in a property as no numbers at all, `0.8,0.8,0.8` as three.
function withoutGaps(text: string): string {
  return text.replace(/^\s*P: .*$/gm, (line) => line.replace(/(\d),[ \t]+(?=[-+.\d])/g, '$1,'));
}

function checkBraces(text: string, limits: Limits): void {
  const open: number[] = [];
  for (const { index, 0: mark } of text.matchAll(/"[^"\n]*"|;[^\n]*|[{}]/g)) {
    if (mark === '{') open.push(index);
    if (mark === '}' && open.pop() === undefined)
      throw new ModelFault('brokenLine', { line: lineAt(text, index), value: '}' });
    if (open.length > limits.depth)
      throw new ModelFault('tooDeep', { limit: limits.depth, line: lineAt(text, index) });
  }
  const last = open.at(-1);
  if (last === undefined) return;
  const start = text.lastIndexOf('\n', last) + 1;
  const value = quote(text.slice(start, last + 1));
  throw new ModelFault('cutLine', { line: lineAt(text, text.length), value });
}

// A list says how long it is. Twice as long, and every comma between two digits was a decimal one.
type List = [whole: string, head: string, size: string, body: string, tail: string, at: number];

function checkLists(text: string, notes: Notes): string {
  let first: { readonly line: number; readonly value: string } | null = null;
  let count = 0;
  const lineOf = linesIn(text);
  const mended = text.replace(LIST, (...[whole, head, size, body, tail, at]: List) => {
    const items = body === '' ? [] : body.split(/\s*,\s*/);
    const promised = Number(size);
    if (items.length === promised) return whole;
    const here = { line: lineOf(at), value: quote(body, 24) };
    if (items.length !== promised * 2 || !items.every((each) => /^-?\d+(e[-+]?\d+)?$/i.test(each)))
      throw new ModelFault('brokenLine', here);
    first ??= here;
    count += 1;
    const pairs = Array.from({ length: promised }, (_, k) => `${items[2 * k]}.${items[2 * k + 1]}`);
    return `${head}${pairs.join(',')}${tail}`;
  });
  if (first !== null) notes.add('commaList', { ...(first as object), count }, true);
  return mended;
}
