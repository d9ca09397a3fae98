import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { sameDecimal } from '#contract/decimal.ts';
import { jsonFault, placeAt } from '#contract/jsonFault.ts';
import { parseNodes } from '#contract/jsonNodes.ts';
import type { JsonNode } from '#contract/jsonNodes.ts';

/** The position of a JSON fault; lines and columns start at 1. */
export interface JsonPlace {
  readonly line: number;
  readonly column: number;
}

/** Typed JSON: its value, or the position of its first fault. */
export type ReadJson =
  | { readonly ok: true; readonly value: Json | null }
  | { readonly ok: false; readonly fault: JsonPlace };

/** Parses JSON that the user typed. */
export function readJson(text: string): ReadJson {
  const deep = tooDeepAt(text);
  if (deep !== null) return { ok: false, fault: placeAt(text, deep) };
  try {
    return { ok: true, value: json.nullable().parse(JSON.parse(text)) };
  } catch {
    const { line, column } = jsonFault(text) ?? placeAt(text, 0);
    return { ok: false, fault: { line, column } };
  }
}

/**
 * No record that can be read is nested deeper.
 *
 * `checkValues` refuses a new value of fewer levels, and says how many are allowed.
 */
const DEEPEST = 64;
const BRACKET_OR_TEXT = /"(?:[^"\\]|\\.)*"?|[[{}\]]/gsu;

/** Returns the position where the nesting exceeds the limit; null if it does not. */
function tooDeepAt(text: string): number | null {
  let depth = 0;
  for (const { 0: found, index } of text.matchAll(BRACKET_OR_TEXT)) {
    if (found === '[' || found === '{') depth += 1;
    else if (found === ']' || found === '}') depth -= 1;
    if (depth > DEEPEST) return index;
  }
  return null;
}

/** Only such numbers may lose digits; most texts have none. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;

/** Returns the first number that would lose digits as a double; null if there is none. */
export function inexactNumber(text: string): string | null {
  if (!MAY_BE_INEXACT.test(text)) return null;
  const open: JsonNode[] = [parseNodes(text)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    // The arguments of one call could be more than the stack holds.
    if (node.type === 'list') for (const item of node.items.toReversed()) open.push(item);
    else if (node.type === 'object')
      for (const { value } of node.members.toReversed()) open.push(value);
    else if (node.type === 'number') {
      const written = text.slice(node.start, node.end);
      const value = Number(written);
      if (!Number.isFinite(value) || !sameDecimal(written, String(value))) return written;
    }
  }
  return null;
}

/** Returns JSON in indented lines. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}
