import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';

/** History entries of one action, shown as one point of a timeline. */
export interface Moment {
  readonly key: string;
  readonly time: number;
  readonly action: string;
  readonly result: HistoryResult;
  readonly entries: readonly HistoryEntry[];
}

/** Groups the entries of one action; they stay newest first. */
export function momentsOf(entries: readonly HistoryEntry[]): readonly Moment[] {
  const groups = Map.groupBy(entries, ({ time, action, result }) => `${time} ${action} ${result}`);
  return [...groups].flatMap(([key, members]): Moment[] => {
    const [first] = members;
    if (first === undefined) return [];
    const { time, action, result } = first;
    return [{ key, time, action, result, entries: members }];
  });
}
