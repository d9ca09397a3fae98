import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';
import { lineAt, linesIn, quote } from './text.ts';

const OLDEST = 7000;
const LIST = /(\*(\d+)\s*\{\s*a:)([^{}]*)\}/g;

export interface FbxText {
  readonly version: number;
  readonly text: string;
}

/** Checks an ASCII FBX: its version, nesting, list lengths and end. */
export function scanTextFbx(text: string, limits: Limits, notes: Notes): FbxText {
  const found = /FBXVersion:\s*(\d+)/.exec(text)?.[1];
  if (found === undefined) throw new ModelFault('brokenLine', { line: 1, value: quote(text) });
  const version = Number(found);
  if (version < OLDEST) throw new ModelFault('oldFbx', { version, oldest: OLDEST });
  checkBraces(text, limits);
  checkPoints(text);
  return { version, text: mendProperties(withoutGaps(checkLists(text, notes)), notes) };
}

/** Refuses points that are no numbers; a broken face is only removed. */
function checkPoints(text: string): void {
  for (const { index, 0: whole, 1: body = '' } of text.matchAll(
    /\bVertices:\s*\*\d+\s*\{\s*a:([^{}]*)\}/g,
  ))
    if (/[a-df-z#]/i.test(body))
      throw new ModelFault('brokenLine', { line: lineAt(text, index), value: quote(whole) });
}

/** A property with one number, known by its type. */
const ONE =
  /^([ \t]*P:[ \t]*"([^"\n]*)"[ \t]*,[ \t]*"(?:double|Number|float|int|Integer|FieldOfView)"[ \t]*,[^\n]*",[ \t]*-?\d+),(\d+(?:e[-+]?\d+)?[ \t]*\r?)$/gim;
/** A property of three numbers written as six, because each has a decimal comma. */
const THREE =
  /^([ \t]*P:[ \t]*"[^"\n]*"[ \t]*,[ \t]*"(?:Lcl [A-Za-z]+|Vector3D|Vector|ColorRGB|Color)"[ \t]*,[^\n]*",[ \t]*)(-?\d+),(\d+),(-?\d+),(\d+),(-?\d+),(\d+)([ \t]*\r?)$/gim;

function mendProperties(text: string, notes: Notes): string {
  if (!/\d,\d/.test(text)) return text;
  const [lineOfOne, lineOfThree] = [linesIn(text), linesIn(text)];
  return text
    .replace(ONE, (...[whole, head, name, tail, at]: One) => {
      const code = name === 'UnitScaleFactor' ? 'unitMended' : 'comma';
      notes.add(code, { line: lineOfOne(at), value: quote(whole) }, true);
      return `${head}.${tail}`;
    })
    .replace(THREE, (...[whole, head, a, b, c, d, e, f, tail, at]: Three) => {
      notes.add('comma', { line: lineOfThree(at), value: quote(whole) }, true);
      return `${head}${a}.${b},${c}.${d},${e}.${f}${tail}`;
    });
}

type One = [whole: string, head: string, name: string, tail: string, at: number];
type Three = [
  whole: string,
  head: string,
  ...numbers: [string, string, string, string, string, string],
  tail: string,
  at: number,
];

/** Returns the first face with fewer than three corners in an ASCII FBX. */
export function shortFaceIn(
  text: string,
): { readonly line: number; readonly value: string } | null {
  for (const { index, 0: whole, 1: body = '' } of text.matchAll(
    /\bPolygonVertexIndex:\s*\*\d+\s*\{\s*a:([^{}]*)\}/g,
  )) {
    let corners: string[] = [];
    for (const item of itemsIn(body)) {
      corners.push(item);
      if (!item.startsWith('-')) continue;
      if (corners.length < 3) {
        const start = index + whole.indexOf(body.trim());
        return { line: lineAt(text, start), value: quote(corners.join(',')) };
      }
      corners = [];
    }
  }
  return null;
}

// three.js reads `0.8,0.8,0.8` in a property as three numbers, but `0.8, 0.8, 0.8` as none.
function withoutGaps(text: string): string {
  return text.replace(/^[ \t]*P: .*$/gm, (line) => line.replace(/(\d),[ \t]+(?=[-+.\d])/g, '$1,'));
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

// A list states its length. With twice as many items, every comma between two digits was a decimal
// comma.
type List = [whole: string, head: string, size: string, body: string, at: number];

function itemsIn(body: string): readonly string[] {
  return body
    .trim()
    .split(',')
    .map((item) => item.trim());
}

function checkLists(text: string, notes: Notes): string {
  let first: { readonly line: number; readonly value: string } | null = null;
  let count = 0;
  const lineOf = linesIn(text);
  const mended = text.replace(LIST, (...[whole, head, size, body, at]: List) => {
    const items = body.trim() === '' ? [] : itemsIn(body);
    const promised = Number(size);
    if (items.length === promised) return whole;
    const here = { line: lineOf(at), value: quote(body, 24) };
    if (items.length !== promised * 2 || !items.every((each) => /^-?\d+(e[-+]?\d+)?$/i.test(each)))
      throw new ModelFault('brokenLine', here);
    first ??= here;
    count += 1;
    const pairs = Array.from({ length: promised }, (_, k) => `${items[2 * k]}.${items[2 * k + 1]}`);
    return `${head}${body.replace(body.trim(), () => pairs.join(','))}}`;
  });
  if (first !== null) notes.add('commaList', { ...(first as object), count }, true);
  return mended;
}
