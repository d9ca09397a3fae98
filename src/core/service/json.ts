import { isUtf8 } from 'node:buffer';
import { parse as parseGuarded } from 'secure-json-parse';
import type { Json } from '#contract/json.ts';
import { json } from '#contract/json.ts';
import { cutDeep, inspectJson } from './jsonScan.ts';

/** Deeper answers are refused: cloning and SQLite fail long before JSON.parse does. */
export const MAX_DEPTH = 64;

/** Most values of an answer; the largest honest lists have about half of them. */
const MOST_VALUES = 8_000_000;
/** Most entries of a list; millions of empty ones would take gigabytes. */
export const MOST_ENTRIES = 1_000_000;
const COMMA = 0x2c;

/** Returns whether an answer has more values than can be held in memory, by its commas. */
export function holdsTooMany(bytes: Buffer): boolean {
  if (bytes.length <= MOST_VALUES) return false;
  let count = 0;
  for (let at = bytes.indexOf(COMMA); at !== -1; at = bytes.indexOf(COMMA, at + 1)) count += 1;
  return count > MOST_VALUES;
}

/** An answer read as JSON: its exact text, and its value without poisoned keys. */
export interface ParsedJson {
  readonly text: string;
  readonly value: Json;
  /** False where a number is too large for a double (`1e400`). */
  readonly finite: boolean;
  /** Whether values that were nested too deep were replaced by `DEEP_MARK`. */
  readonly isCut?: boolean;
}

/** Stands in the place of a value that was nested too deep. */
export const DEEP_MARK = JSON.stringify('\0too deep\0');

/** The outcome of reading bytes as JSON; `why` ends the sentence "the answer …". */
export type JsonReading =
  ({ readonly readable: true } & ParsedJson) | { readonly readable: false; readonly why: string };

/**
 * Reads a list: one entry that is nested too deep does not make the others unreadable.
 *
 * Its too deep value is replaced by `DEEP_MARK`.
 */
export function readJsonList(bytes: Buffer, maxBytes: number): JsonReading {
  return read(bytes, maxBytes, () => {
    const reading = readJson(cutDeep(bytes, MAX_DEPTH, Buffer.from(DEEP_MARK)), maxBytes);
    return reading.readable ? { ...reading, isCut: true } : reading;
  });
}

/**
 * Reads bytes strictly: UTF-8 (one byte order mark allowed), at most `maxBytes`, at most 64 levels.
 */
export function readJson(bytes: Buffer, maxBytes: number): JsonReading {
  return read(bytes, maxBytes, () => refuse(`is nested deeper than ${MAX_DEPTH} levels`));
}

function read(bytes: Buffer, maxBytes: number, ifDeep: () => JsonReading): JsonReading {
  if (bytes.length > maxBytes) return refuse(`is larger than ${maxBytes} bytes`);
  if (holdsTooMany(bytes)) return refuse(`has more than ${MOST_VALUES} values`);
  if (!isUtf8(bytes)) return refuse('is not UTF-8 text');
  const found = inspectJson(bytes, MAX_DEPTH);
  if (found.tooDeep) return ifDeep();
  const text = bytes.toString('utf8', hasMark(bytes) ? 3 : 0);
  try {
    const value = json.parse(found.suspectKey ? withoutPoison(text) : JSON.parse(text));
    return { readable: true, text, value, finite: !found.suspectNumber || allFinite(value) };
  } catch {
    return refuse('is not JSON');
  }
}

function refuse(why: string): JsonReading {
  return { readable: false, why };
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function withoutPoison(text: string): unknown {
  return parseGuarded(text, undefined, { protoAction: 'remove', constructorAction: 'remove' });
}

/**
 * Returns whether all numbers inside are finite; an infinite one could not be sent or stored
 * unchanged.
 */
export function allFinite(value: Json): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'number' && !Number.isFinite(next)) return false;
    if (typeof next !== 'object' || next === null) continue;
    for (const child of Object.values(next)) open.push(child);
  }
  return true;
}
