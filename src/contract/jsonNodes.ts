/** The keys and indexes that lead to a value. */
export type Path = readonly (string | number)[];

interface Span {
  /** The place of the first character in the text, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}

export interface ScalarNode extends Span {
  readonly type: 'null' | 'boolean' | 'number' | 'text';
  readonly value: string | number | boolean | null;
}

export interface ListNode extends Span {
  readonly type: 'list';
  readonly items: readonly JsonNode[];
}

export interface Member {
  readonly key: string;
  /** The place of the quote before the key. */
  readonly start: number;
  readonly keyEnd: number;
  readonly value: JsonNode;
}

export interface ObjectNode extends Span {
  readonly type: 'object';
  readonly members: readonly Member[];
}

/** A value of a JSON text with its place in the text. */
export type JsonNode = ScalarNode | ListNode | ObjectNode;

const SPACE = /[\t\n\r ]*/y;
const WORD = /[^\s,\]}]+/y;

interface Cursor {
  readonly text: string;
  at: number;
}

/** Parses a valid JSON text, such as one that `readJson` has accepted. */
export function parseNodes(text: string): JsonNode {
  return valueAt({ text, at: 0 });
}

function valueAt(cursor: Cursor): JsonNode {
  skip(cursor);
  const first = cursor.text[cursor.at];
  if (first === '{') return objectAt(cursor);
  if (first === '[') return listAt(cursor);
  return scalarAt(cursor);
}

function objectAt(cursor: Cursor): ObjectNode {
  const start = cursor.at++;
  const members: Member[] = [];
  for (skip(cursor); !isEnd(cursor, '}'); skip(cursor)) {
    const begin = cursor.at;
    const { value: key, end: keyEnd } = textAt(cursor);
    skip(cursor);
    cursor.at += 1;
    members.push({ key, start: begin, keyEnd, value: valueAt(cursor) });
    comma(cursor);
  }
  return { type: 'object', start, end: ++cursor.at, members };
}

function listAt(cursor: Cursor): ListNode {
  const start = cursor.at++;
  const items: JsonNode[] = [];
  for (skip(cursor); !isEnd(cursor, ']'); skip(cursor)) {
    items.push(valueAt(cursor));
    comma(cursor);
  }
  return { type: 'list', start, end: ++cursor.at, items };
}

function scalarAt(cursor: Cursor): ScalarNode {
  if (cursor.text[cursor.at] === '"') return { type: 'text', ...textAt(cursor) };
  const start = cursor.at;
  const word = match(cursor, WORD);
  const end = (cursor.at += Math.max(1, word.length));
  if (word === 'null') return { type: 'null', start, end, value: null };
  if (word === 'true' || word === 'false')
    return { type: 'boolean', start, end, value: word === 'true' };
  return { type: 'number', start, end, value: Number(word) };
}

function textAt(cursor: Cursor): Span & { readonly value: string } {
  const { text, at: start } = cursor;
  const end = endOfText(text, start);
  cursor.at = end;
  return { start, end, value: String(JSON.parse(text.slice(start, end))) };
}

/** Returns the place after the closing quote of the text whose opening quote is at `start`. */
export function endOfText(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let slash = quote - 1;
  while (text[slash] === '\\') slash -= 1;
  return (quote - slash) % 2 === 0;
}

function isEnd({ text, at }: Cursor, bracket: string): boolean {
  return at >= text.length || text[at] === bracket;
}

function comma(cursor: Cursor): void {
  skip(cursor);
  if (cursor.text[cursor.at] === ',') cursor.at += 1;
}

function skip(cursor: Cursor): void {
  cursor.at += match(cursor, SPACE).length;
}

function match({ text, at }: Cursor, sticky: RegExp): string {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? '';
}

/** Returns the value at a path; null where the path leads nowhere. Of equal keys the last counts. */
export function nodeAt(root: JsonNode, path: Path): JsonNode | null {
  let node: JsonNode | null = root;
  for (const step of path) {
    if (node === null) return null;
    node = childOf(node, step);
  }
  return node;
}

function childOf(node: JsonNode, step: string | number): JsonNode | null {
  if (typeof step === 'number') return node.type === 'list' ? (node.items[step] ?? null) : null;
  return node.type === 'object' ? (memberOf(node, step)?.value ?? null) : null;
}

/** Returns a member of an object; null if there is none. */
export function memberOf({ members }: ObjectNode, key: string): Member | null {
  return members.findLast((member) => member.key === key) ?? null;
}

/** Returns the values of an object by key, in their order. Of equal keys the last counts. */
export function valuesByKey({ members }: ObjectNode): Map<string, JsonNode> {
  return new Map(members.map(({ key, value }) => [key, value]));
}
