import { ModelFault } from './types.ts';
import type { Limits } from './types.ts';
import type { Notes } from './reading.ts';
import { COMMA_NUMBER, lineAt, linesIn, NUMBER, quote } from './text.ts';

const HEADER = /^#(VRML|X3D|Inventor)\s+(V?[\d.]+)?/;

/** Refuses formats other than VRML 2 and names them. */
export function checkHeader(text: string): void {
  const found = HEADER.exec(text);
  if (found === null)
    throw new ModelFault('brokenLine', { line: 1, value: quote(text.slice(0, 200)) });
  const [said, family, version = ''] = found;
  if (family === 'VRML' && version === 'V1.0') throw new ModelFault('oldVrml', { line: 1 });
  if (family !== 'VRML' || version !== 'V2.0')
    throw new ModelFault('otherVrml', { line: 1, value: quote(said) });
}

/** Nodes for each object of a model; the loader takes about 4 KB for a node. */
const NODES_OF_OBJECT = 2;

/** Nodes whose words take twice as much memory as those of faces. */
const LINES = new Set(['IndexedLineSet', 'PointSet']);

interface Open {
  readonly mark: string;
  readonly at: number;
  readonly name: string | null;
  weight: number;
  readonly isLines: boolean;
}

/**
 * Checks a VRML text before its loader: closed brackets, limited nesting and uses, no prototypes.
 *
 * Returns the other files that it names.
 */
export function scanVrml(text: string, limits: Limits): readonly string[] {
  const open: Open[] = [{ mark: '', at: 0, name: null, weight: 0, isLines: false }];
  const weights = new Map<string, number>();
  const inlines: string[] = [];
  let before = '';
  let defined: string | null = null;
  let inInline = false;
  let [words, ofLines, nodes] = [0, 0, 0];
  const mostNodes = limits.objects * NODES_OF_OBJECT;
  for (const { index, 0: word } of text.matchAll(
    // A text that is not closed reaches to the end, so that nothing is searched twice.
    /"(?:[^"\\]+|\\[^])*(?:"|\\?$)|#[^\n]*|[{}[\]]|[^\s,{}[\]"#]+/g,
  )) {
    const top = open.at(-1);
    if (top === undefined)
      throw new ModelFault('brokenLine', { line: lineAt(text, index), value: word });
    if (word.startsWith('#')) continue;
    words += 1;
    if (words > limits.vrmlWords)
      throw new ModelFault('tooManyWords', { limit: limits.vrmlWords, line: lineAt(text, index) });
    if (top.isLines && ++ofLines > limits.corners * 1.5)
      throw new ModelFault('tooManyWords', { limit: limits.corners, line: lineAt(text, index) });
    if (word === 'PROTO' || word === 'EXTERNPROTO')
      throw new ModelFault('proto', { line: lineAt(text, index), name: word });
    if (word === '{' && ++nodes > mostNodes)
      throw new ModelFault('tooMuch', { limit: mostNodes, line: lineAt(text, index) });
    if (word === '{' || word === '[') {
      inInline = word === '{' ? before === 'Inline' : inInline;
      const isLines = top.isLines || LINES.has(before);
      const name = word === '{' ? defined : null;
      open.push({ mark: word, at: index, name, weight: 1, isLines });
      if (word === '{') defined = null;
      if (open.length > limits.depth)
        throw new ModelFault('tooDeep', { limit: limits.depth, line: lineAt(text, index) });
    } else if (word === '}' || word === ']') {
      close(open, word, text, index, weights);
      inInline = false;
    } else if (before === 'USE') top.weight += weights.get(word) ?? 1;
    else if (before === 'DEF') defined = word;
    else if (word.startsWith('"') && inInline) inlines.push(word.slice(1, -1));
    if ((open.at(-1)?.weight ?? 0) > limits.objects * 10)
      throw new ModelFault('tooMuch', { limit: limits.objects * 10, line: lineAt(text, index) });
    before = word;
  }
  const last = open.at(-1);
  if (last !== undefined && open.length > 1) {
    const start = text.lastIndexOf('\n', last.at) + 1;
    const value = quote(text.slice(start, last.at + 1));
    throw new ModelFault('cutLine', { line: lineAt(text, text.length), value });
  }
  return inlines;
}

function close(
  open: Open[],
  word: string,
  text: string,
  index: number,
  weights: Map<string, number>,
): void {
  const done = open.pop();
  const parent = open.at(-1);
  if (done === undefined || parent === undefined || done.mark !== (word === '}' ? '{' : '['))
    throw new ModelFault('brokenLine', { line: lineAt(text, index), value: word });
  parent.weight += done.weight;
  if (done.name !== null) weights.set(done.name, done.weight);
}

const UNSEEN = /"(?:[^"\\]+|\\[^])*(?:"|\\?$)|#[^\n]*/g;
const GROUPS = /\b(Billboard|Transform)\s*\{([^{}[\]]*)/g;

/** Notes groups that three.js silently ignores and transforms that it misreads. */
export function tellUnread(text: string, notes: Notes): void {
  const plain = text.replace(UNSEEN, (found) => found.replace(/[^\n]/g, ' '));
  const lineOf = linesIn(plain);
  for (const { index, 1: name = '', 2: fields = '' } of plain.matchAll(GROUPS))
    if (isUnread(name, fields)) notes.add('unread', { name, line: lineOf(index) });
}

function isUnread(name: string, fields: string): boolean {
  if (name !== 'Transform') return true;
  const scale = numbersIn(fields, 'scale');
  const isTurned =
    (numbersIn(fields, 'rotation')[3] ?? 0) !== 0 || scale.some((each) => each !== 1);
  if (isTurned && numbersIn(fields, 'center').some((each) => each !== 0)) return true;
  const isUneven = scale.some((each) => each !== scale[0]);
  return isUneven && (numbersIn(fields, 'scaleOrientation')[3] ?? 0) !== 0;
}

function numbersIn(fields: string, name: string): readonly number[] {
  const found = new RegExp(String.raw`\b${name}\s+([-+\d.eE\s,]+)`).exec(fields)?.[1] ?? '';
  return found
    .split(/[\s,]+/)
    .filter((each) => each !== '')
    .map(Number);
}

const THREES =
  /\b(size|translation|scale|center|diffuseColor)\s+([-+\d.,eE]+\s+[-+\d.,eE]+\s+[-+\d.,eE]+)(?=\s|$)/g;
const ONES =
  /\b(radius|height|bottomRadius|transparency|creaseAngle|shininess)\s+([-+]?\d+,\d+)(?=\s|\})/g;
const POINTS = /\b(point|vector|color)\s*\[([^\][]*)\]/g;

/**
 * Replaces decimal commas where no other reading is possible.
 *
 * VRML treats a comma as a space, so `size 600,5 720,5 18,0` would be six numbers instead of three.
 */
export function mendCommas(text: string, notes: Notes): string {
  if (!/\d,\d/.test(text)) return text;
  // Each replacement starts again at the first line.
  const mender = () => {
    const lineOf = linesIn(text);
    return (whole: string, body: string, at: number): string => {
      notes.add('comma', { line: lineOf(at), value: quote(whole, 40) }, true);
      return whole.replace(body, body.replace(/(\d),(?=\d)/g, '$1.'));
    };
  };
  const [threes, ones, points] = [mender(), mender(), mender()];
  return text
    .replace(THREES, (whole: string, _name: string, body: string, at: number) =>
      allCommas(body.split(/\s+/)) ? threes(whole, body, at) : whole,
    )
    .replace(ONES, (whole: string, _name: string, body: string, at: number) =>
      ones(whole, body, at),
    )
    .replace(POINTS, (whole: string, _name: string, body: string, at: number) => {
      const parts = body
        .trim()
        .split(/,?\s+/)
        .map((each) => each.replace(/,$/, ''));
      const isMeant = parts.length % 3 === 0 && allCommas(parts) && !partsPoints(body);
      return isMeant ? points(whole, body, at) : whole;
    });
}

/** Returns whether commas only separate points, as in `0 0 0,600 0 0`. */
function partsPoints(body: string): boolean {
  let numbers = 0;
  for (const [mark] of body.matchAll(/,|[^\s,]+/g)) {
    if (mark !== ',') numbers += 1;
    else if (numbers % 3 !== 0) return false;
  }
  return numbers % 3 === 0;
}

function allCommas(parts: readonly string[]): boolean {
  return (
    parts.some((part) => COMMA_NUMBER.test(part)) &&
    parts.every((part) => COMMA_NUMBER.test(part) || (NUMBER.test(part) && !part.includes('.')))
  );
}
