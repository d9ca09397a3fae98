import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';
import type { Tone } from '../../../ui/StateBadge.tsx';

/** The colour of what came of an entry. */
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

/** One line of the activity screen. */
export type ActivityRow =
  | { readonly type: 'day'; readonly key: string; readonly at: number; readonly count: number }
  | { readonly type: 'entry'; readonly key: string; readonly entry: HistoryEntry };

/** Puts a heading before each day; the entries stay newest first. */
export function byDay(entries: readonly HistoryEntry[]): readonly ActivityRow[] {
  const days = Map.groupBy(entries, ({ time }) => new Date(time).toDateString());
  return [...days].flatMap(([day, members]): ActivityRow[] => [
    { type: 'day', key: day, at: members[0]?.time ?? 0, count: members.length },
    ...members.map((entry) => ({ type: 'entry', key: `entry ${entry.number}`, entry }) as const),
  ]);
}
