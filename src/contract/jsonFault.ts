/** The position of a JSON syntax error; line and column count from 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
  /** The text at the position; empty at the end. */
  readonly found: string;
  readonly expected: string;
}

const SPACE = /[\t\n\r ]*/y;
const TOKEN =
  /[{}[\],:]|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.])|(?:true|false|null)\b/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

type State = 'value' | 'firstItem' | 'firstName' | 'name' | 'colon' | 'afterItem' | 'afterPair';

const EXPECTED: Readonly<Record<State | 'end', string>> = {
  value: 'a value',
  firstItem: 'a value or ]',
  firstName: 'a name in double quotes or }',
  name: 'a name in double quotes',
  colon: 'a colon',
  afterItem: 'a comma or ]',
  afterPair: 'a comma or }',
  end: 'the end of the text',
};

/** Returns the first syntax error of a JSON text; null if there is none. */
export function jsonFault(text: string): JsonFault | null {
  const open: ('{' | '[')[] = [];
  let state: State | 'end' = 'value';
  for (let at = skip(text, 0); ; at = skip(text, at)) {
    const token = tokenAt(text, at);
    const next: State | 'end' | null = token === null ? null : follow(state, token, open);
    if (state === 'end' && at >= text.length) return null;
    if (token === null || next === null) return faultAt(text, at, EXPECTED[state]);
    state = next;
    at += token.length;
  }
}

function skip(text: string, at: number): number {
  return at + (matchAt(SPACE, text, at)?.length ?? 0);
}

function tokenAt(text: string, at: number): string | null {
  return text[at] === '"' ? stringAt(text, at) : matchAt(TOKEN, text, at);
}

function matchAt(sticky: RegExp, text: string, at: number): string | null {
  sticky.lastIndex = at;
  return sticky.exec(text)?.[0] ?? null;
}

/**
 * Returns the string token at a position.
 *
 * A string may be as long as the file, too long for one regular expression.
 */
function stringAt(text: string, start: number): string | null {
  let at = start + 1;
  for (;;) {
    const char = text[at];
    if (char === '"') return text.slice(start, at + 1);
    if (char === undefined || char < ' ') return null;
    const length = char === '\\' ? matchAt(ESCAPE, text, at)?.length : 1;
    if (length === undefined) return null;
    at += length;
  }
}

/** Returns the state after a token; null when the token is not allowed. */
function follow(state: State | 'end', token: string, open: ('{' | '[')[]): State | 'end' | null {
  const isValue = state === 'value' || state === 'firstItem';
  if (isValue && token === '{') return enter('{', open);
  if (isValue && token === '[') return enter('[', open);
  if (token === '}' && (state === 'firstName' || state === 'afterPair')) return leave(open);
  if (token === ']' && (state === 'firstItem' || state === 'afterItem')) return leave(open);
  if (token === ',' && state === 'afterItem') return 'value';
  if (token === ',' && state === 'afterPair') return 'name';
  if (token === ':' && state === 'colon') return 'value';
  if (/^[{}[\],:]$/.test(token)) return null;
  if (isValue) return after(open);
  return token.startsWith('"') && (state === 'name' || state === 'firstName') ? 'colon' : null;
}

function enter(bracket: '{' | '[', open: ('{' | '[')[]): State {
  open.push(bracket);
  return bracket === '{' ? 'firstName' : 'firstItem';
}

function leave(open: ('{' | '[')[]): State | 'end' {
  open.pop();
  return after(open);
}

function after(open: readonly ('{' | '[')[]): State | 'end' {
  const last = open.at(-1);
  if (last === undefined) return 'end';
  return last === '{' ? 'afterPair' : 'afterItem';
}

const SHOWN = 20;

function faultAt(text: string, at: number, expected: string): JsonFault {
  const found = text.slice(at, at + SHOWN).split(/[\r\n]/)[0] ?? '';
  return { ...placeAt(text, at), found, expected };
}

/** Returns the line and the column of a position in a text; both count from 1. */
export function placeAt(text: string, at: number): Pick<JsonFault, 'line' | 'column'> {
  let [line, begin] = [1, 0];
  // Counted without a list of the lines: a foreign text may have millions.
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', begin)) {
    line += 1;
    begin = end + 1;
  }
  return { line, column: Math.min(at, text.length) - begin + 1 };
}
