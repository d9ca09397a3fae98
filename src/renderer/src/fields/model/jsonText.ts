import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { brokenAt, tooDeepAt } from './jsonScan.ts';

/** Where in a text the JSON breaks; lines and columns begin with 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/** JSON as it was typed: its value, or the place of its first fault. */
export type ReadJson =
  | { readonly ok: true; readonly value: Json | null }
  | { readonly ok: false; readonly fault: JsonFault };

/** Reads JSON that a person typed. */
export function readJson(text: string): ReadJson {
  const deep = tooDeepAt(text);
  if (deep !== null) return { ok: false, fault: placeAt(text, deep) };
  try {
    return { ok: true, value: json.nullable().parse(JSON.parse(text)) };
  } catch {
    return { ok: false, fault: placeAt(text, brokenAt(text) ?? 0) };
  }
}

function placeAt(text: string, position: number): JsonFault {
  const before = text.slice(0, position).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

/** JSON in lines, as the editor and the raw view show it. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}
