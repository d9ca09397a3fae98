import type { HistoryEntry } from '#contract/operations.ts';

/** Text without case and diacritics, so that `lacz` finds `Łącznik`. */
export function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l');
}

/** Keeps the entries in whose words every word typed is found. */
export function matching(
  entries: readonly HistoryEntry[],
  typed: string,
  wordsOf: (entry: HistoryEntry) => string,
): readonly HistoryEntry[] {
  const wanted = folded(typed)
    .split(/\s+/u)
    .filter((word) => word !== '');
  if (wanted.length === 0) return entries;
  return entries.filter((entry) => {
    const text = folded(wordsOf(entry));
    return wanted.every((word) => text.includes(word));
  });
}
