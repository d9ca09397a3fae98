import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { jsonFault, placeAt } from '#contract/jsonFault.ts';

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

/** No record is nested this deep; much deeper JSON could be neither read nor written. */
const DEEPEST = 500;
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

/** Returns JSON in indented lines. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}
