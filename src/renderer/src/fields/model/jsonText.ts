import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { brokenAt, tooDeepAt } from './jsonScan.ts';

/** The position of a JSON fault; lines and columns start at 1. */
export interface JsonFault {
  readonly line: number;
  readonly column: number;
}

/** Typed JSON: its value, or the position of its first fault. */
export type ReadJson =
  | { readonly ok: true; readonly value: Json | null }
  | { readonly ok: false; readonly fault: JsonFault };

/** Parses JSON that the user typed. */
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

/** Returns JSON in indented lines. */
export function prettyJson(value: Json): string {
  return JSON.stringify(value, null, 2);
}
