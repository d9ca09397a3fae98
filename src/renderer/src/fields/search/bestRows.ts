import { normalizeForSearch } from '#contract/normalizeForSearch.ts';
import type { Row } from '#contract/procedures.ts';
import { fuzzy } from './fuzzy.ts';

/**
 * Returns the best matching rows, without duplicates: matches of the code first, then of the name.
 */
export function bestRows(
  rows: readonly Row[],
  title: string,
  search: string,
  most: number,
): readonly Row[] {
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  return unique
    .map((row) => ({ row, score: scoreOf(row, title, search) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ row }) => row);
}

function scoreOf(row: Row, title: string, search: string): number {
  const name = row.fields[title];
  const byKey = row.key === null ? 0 : (fuzzy(search, row.key) ?? 0) + 1;
  const byName = typeof name === 'string' ? (fuzzy(search, name) ?? 0) : 0;
  return Math.max(byKey, byName);
}

/** Returns whether a row has the text in its code or name. */
export function isNamed({ key, fields }: Row, title: string, search: string): boolean {
  const wanted = normalizeForSearch(search);
  return [key, fields[title]].some(
    (text) => typeof text === 'string' && normalizeForSearch(text).includes(wanted),
  );
}
