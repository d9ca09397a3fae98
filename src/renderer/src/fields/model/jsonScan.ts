const SPACE = /[ \t\r\n]*/y;
const NAME = /"(?:[ !#-[\]-\u{10ffff}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"/uy;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?!\w)/y;

// Thrown at the position of a fault: the engine's message has no position for short texts.
class Broken extends Error {
  readonly at: number;
  constructor(at: number) {
    super('broken JSON');
    this.at = at;
  }
}

/** Returns the position where the text stops being JSON; null if it is valid. */
export function brokenAt(text: string): number | null {
  try {
    const end = skip(text, value(text, skip(text, 0)));
    return end === text.length ? null : end;
  } catch (thrown) {
    if (thrown instanceof Broken) return thrown.at;
    throw thrown;
  }
}

function value(text: string, at: number): number {
  if (text[at] === '{') return list(text, at, '}', pair);
  if (text[at] === '[') return list(text, at, ']', value);
  if (text[at] === '"') return match(NAME, text, at);
  return match(/[tfn]/.test(text[at] ?? '') ? WORD : NUMBER, text, at);
}

function pair(text: string, at: number): number {
  const colon = skip(text, match(NAME, text, at));
  if (text[colon] !== ':') throw new Broken(colon);
  return value(text, skip(text, colon + 1));
}

function list(
  text: string,
  at: number,
  close: string,
  item: (text: string, at: number) => number,
): number {
  let next = skip(text, at + 1);
  if (text[next] === close) return next + 1;
  for (;;) {
    next = skip(text, item(text, next));
    if (text[next] === close) return next + 1;
    if (text[next] !== ',') throw new Broken(next);
    next = skip(text, next + 1);
  }
}

function skip(text: string, at: number): number {
  SPACE.lastIndex = at;
  return at + (SPACE.exec(text)?.[0].length ?? 0);
}

function match(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  const found = pattern.exec(text)?.[0];
  if (found === undefined) throw new Broken(at);
  return at + found.length;
}

/** No record is nested this deep; much deeper JSON could be neither read nor written. */
const DEEPEST = 500;
const BRACKET_OR_TEXT = /"(?:[^"\\]|\\.)*"?|[[{}\]]/gsu;

/** Returns the position where the nesting exceeds the limit; null if it does not. */
export function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(BRACKET_OR_TEXT)) {
    if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return null;
}
