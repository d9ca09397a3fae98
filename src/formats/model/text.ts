import { unitOfWord, millimetresOf } from './units.ts';
import type { UnitFact } from './types.ts';
import { NO_UNIT } from './reading.ts';
import type { Notes } from './reading.ts';

/** Decodes text by its byte order mark, otherwise as UTF-8, otherwise as Windows-1250. */
export function decodeText(bytes: Uint8Array, notes: Notes): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    notes.add('encoding', { name: 'Windows-1250' });
    return new TextDecoder('windows-1250').decode(bytes);
  }
}

/** Returns the line of a position, from 1. */
export function lineAt(text: string, offset: number): number {
  return linesIn(text)(offset);
}

/**
 * Returns a function that gives the line of increasing positions.
 *
 * No line is counted twice.
 */
export function linesIn(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf('\n');
  return (offset) => {
    for (; next !== -1 && next < offset; next = text.indexOf('\n', next + 1)) line += 1;
    return line;
  };
}

/** Returns the first characters of a text on one line, for a quotation. */
export function quote(text: string, longest = 60): string {
  const plain = text.replace(/[\p{Cc}\s]+/gu, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest)}…` : plain;
}

/** Matches `1` and `-1.5e3`; COMMA_NUMBER matches `1,5`. */
export const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)(e[-+]?\d+)?$/i;
export const COMMA_NUMBER = /^[-+]?\d+,\d+(e[-+]?\d+)?$/i;

const COMMENTS_END = 20_000;

export interface Remarks {
  readonly unit: UnitFact;
  readonly up: 'y' | 'z';
}

/**
 * Reads unit and axis from comments such as `# units: mm`, `# File units = millimeters` or `#
 * millimetres, y up`.
 */
export function readRemarks(text: string): Remarks {
  let unit: UnitFact = NO_UNIT;
  let up: Remarks['up'] = 'y';
  for (const line of text.slice(0, COMMENTS_END).split('\n')) {
    if (!line.startsWith('#')) continue;
    const remark = line.slice(1).trim();
    if (/\bz[ _-]?(is |axis )?up\b/i.test(remark)) up = 'z';
    const named = /\bunits?\b\s*(?:(?:[:=]|are|is|in)\s*)?([a-z]+)/i.exec(remark)?.[1];
    const bare = /^([a-z]+)\s*(?:,|;|$)/i.exec(remark)?.[1];
    const word = [named, bare].find((each) => each !== undefined && unitOfWord(each) !== null);
    const known = word === undefined ? null : unitOfWord(word);
    if (known !== null && unit.from === 'none')
      unit = { millimetres: millimetresOf(known), from: 'comment', said: quote(remark) };
  }
  return { unit, up };
}
