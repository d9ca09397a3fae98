import { normalizeForSearch, termsOf } from '#contract/normalizeForSearch.ts';
import type { HistoryEntry } from '#contract/operations.ts';
import { changeLines, labelOf } from '../../../fields/values/values.ts';
import type { Wording } from '../../../fields/values/values.ts';

/** Returns the searchable text of an entry: its line, and its values as stored. */
export function textOfEntry(entry: HistoryEntry, words: Wording, said: string): string {
  const { kind, id, key, title, field, before, after, result } = entry;
  const values = [before, after].map((value) => (value === null ? '' : JSON.stringify(value)));
  const reading = { kind, words, fileName: () => undefined };
  const lines = field === null ? [] : changeLines(reading, { field, before, after });
  const shown = lines.flatMap((line) => [line.before, line.after]);
  const label = field === null ? '' : `${field} ${labelOf(kind, field, words)}`;
  return [title, key, id, label, ...values, ...shown, result, said].join(' ');
}

/** Returns the entries that contain every typed word. */
export function matching(
  entries: readonly HistoryEntry[],
  typed: string,
  wordsOf: (entry: HistoryEntry) => string,
): readonly HistoryEntry[] {
  const wanted = termsOf(typed);
  if (wanted.length === 0) return entries;
  return entries.filter((entry) => {
    const text = normalizeForSearch(wordsOf(entry));
    return wanted.every((word) => text.includes(word));
  });
}
