import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';
import type { Tone } from '../../../ui/StateBadge.tsx';

/** The colour of each result. */
export const RESULT_TONES: Readonly<Record<HistoryResult, Tone>> = {
  queued: 'wait',
  held: 'hold',
  released: 'wait',
  retried: 'wait',
  lookup: 'ask',
  discarded: 'hold',
  'discarded-with-creation': 'hold',
  'discarded-along': 'hold',
  'taken-back': 'hold',
  replaced: 'hold',
  'resolved-mine': 'wait',
  'resolved-theirs': 'hold',
  'resolved-fields': 'wait',
  'resolved-change': 'wait',
  'created-again': 'wait',
  done: 'good',
  'done-note': 'good',
  conflict: 'ask',
  refused: 'bad',
  unknown: 'ask',
  waiting: 'wait',
};

const HEARD: ReadonlySet<HistoryResult> = new Set(['refused', 'unknown', 'lookup', 'waiting']);

/**
 * Returns the service's answer if it explains the result of an entry.
 *
 * For other results the field holds an earlier answer, or the whole record as JSON.
 */
export function heardOf({ answer, result }: HistoryEntry): string | null {
  return HEARD.has(result) ? answer : null;
}

export type ActivityRow =
  | {
      readonly type: 'day';
      readonly key: string;
      readonly at: number;
      readonly count: number | null;
    }
  | { readonly type: 'entry'; readonly key: string; readonly entry: HistoryEntry };

/**
 * Inserts a heading before each day; the entries stay newest first.
 *
 * If the list is cut, the last day has no count.
 */
export function byDay(entries: readonly HistoryEntry[], isCut: boolean): readonly ActivityRow[] {
  const days = Map.groupBy(entries, ({ time }) => new Date(time).toDateString());
  const cut = isCut ? days.size - 1 : null;
  return [...days].flatMap(([day, members], at): ActivityRow[] => [
    {
      type: 'day',
      key: day,
      at: members[0]?.time ?? 0,
      count: at === cut ? null : members.length,
    },
    ...members.map((entry) => ({ type: 'entry', key: `entry ${entry.number}`, entry }) as const),
  ]);
}
