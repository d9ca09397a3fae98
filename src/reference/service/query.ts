import type { Variant } from '../variant.ts';
import { Refusal } from './refusal.ts';

/** The part of a list that was asked for; `limit` is undefined for all of it. */
export interface Page {
  readonly limit: number | undefined;
  readonly offset: number;
}

/** A query parameter by name, undefined when it was not sent. */
export type Query = (name: string) => string | undefined;

/** Reads `limit` and `offset` with their defaults of doc §8, under the variant's cap. */
export function readPage(query: Query, variant: Variant): Page {
  const limit = cappedLimit(readCount(query, 'limit', 10), variant);
  const offset = readCount(query, 'offset', 0);
  return { limit, offset: variant.offsetIgnored ? 0 : offset };
}

/** Reads an optional boolean; anything but `true` and `false` is refused. */
export function readFlag(query: Query, name: string): boolean | undefined {
  const text = query(name);
  if (text === undefined || text === '') return undefined;
  if (text !== 'true' && text !== 'false') throw new Refusal(400, `${name} must be true or false`);
  return text === 'true';
}

/** Reads a comma-separated parameter that must be there. */
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
