import type { Issue } from './errors.ts';
import { expecting } from './expectations/expected.ts';
import { endOfText } from './jsonNodes.ts';

/** An object or a list that is open at a place of the text. */
interface Open {
  /** The keys so far; null for a list. */
  readonly keys: Set<string> | null;
  /** The key or the index of the value that is being read. */
  step: string | number;
}

const SIGN = /["{}[\],]/g;
const COLON = /[\t\n\r ]*:/y;

/** Returns the issue of a JSON text with a duplicate key, since one of the two would be lost. */
export function equalKeyIssue(text: string): Issue | null {
  const place = equalKey(text);
  return place === null ? null : { place, value: 'written twice', ...expecting('uniqueNames') };
}

/**
 * Returns the path of the first duplicate key of a valid JSON text, such as `fittings[0].kod`.
 *
 * Returns null without duplicates. `JSON.parse` silently takes the last of equal keys.
 */
export function equalKey(text: string): string | null {
  const open: Open[] = [];
  for (let at = next(text, 0); at !== -1; at = next(text, at)) {
    const sign = text[at];
    const inner = open.at(-1);
    const start = at;
    at += 1;
    if (sign === '{') open.push({ keys: new Set(), step: '' });
    else if (sign === '[') open.push({ keys: null, step: 0 });
    else if (sign === '}' || sign === ']') open.pop();
    else if (sign === '"') {
      at = endOfText(text, start);
      const keys = inner?.keys ?? null;
      if (inner === undefined || keys === null || !isBefore(COLON, text, at)) continue;
      inner.step = String(JSON.parse(text.slice(start, at)));
      if (keys.has(inner.step)) return pathOf(open);
      keys.add(inner.step);
    } else if (typeof inner?.step === 'number') inner.step += 1;
  }
  return null;
}

function next(text: string, from: number): number {
  SIGN.lastIndex = from;
  return SIGN.exec(text)?.index ?? -1;
}

function isBefore(sticky: RegExp, text: string, at: number): boolean {
  sticky.lastIndex = at;
  return sticky.test(text);
}

function pathOf(open: readonly Open[]): string {
  return open
    .map(({ step }) => (typeof step === 'number' ? `[${step}]` : `.${step}`))
    .join('')
    .replace(/^\./, '');
}
