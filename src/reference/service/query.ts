import type { Variant } from '../variant.ts';
import { Refusal } from './refusal.ts';

/** The requested part of a list; an undefined `limit` means all. */
export interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** Returns a query parameter by name; undefined when absent. */
export type Query = (name: string) => string | undefined;

/** Reads `limit` and `offset` with their defaults of doc §8, limited by the variant's cap. */
export function readPage(query: Query, variant: Variant): Page {
  const limit = cappedLimit(readCount(query, 'limit', 10), variant);
  const offset = readCount(query, 'offset', 0);
  return { limit, offset: variant.offsetIgnored ? 0 : offset };
}

/**
 * Reads an optional boolean.
 *
 * Throws `Refusal` for anything except `true` and `false`.
 */
export function readFlag(query: Query, name: string): boolean | undefined {
  const text = query(name);
  if (text === undefined || text === '') return undefined;
  if (text !== 'true' && text !== 'false') throw new Refusal(400, `${name} must be true or false`);
  return text === 'true';
}

/** Reads a required comma-separated parameter. */
export function readTexts(query: Query, name: string): string[] {
  const text = query(name);
  if (text === undefined) throw new Refusal(400, `${name} is required`);
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function readCount(query: Query, name: string, otherwise: number): number {
  const text = query(name);
  if (text === undefined || text === '') return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new Refusal(400, `${name} must be a non-negative integer`);
  return Number(text);
}

function cappedLimit(limit: number, variant: Variant): number {
  const { pageCap, pageCapMode } = variant;
  if (pageCap === 0 || limit <= pageCap) return limit;
  if (pageCapMode === 'refuse') throw new Refusal(400, `limit must not exceed ${pageCap}`);
  return pageCap;
}
