import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';

const TEXTS: Readonly<Record<HistoryResult, string>> = {
  queued: 'saved',
  held: 'on hold',
  released: 'resumed',
  retried: 'retry requested',
  lookup: 'check requested',
  discarded: 'discarded',
  'discarded-with-creation': 'discarded with the new record',
  'discarded-along': 'discarded with an earlier change',
  'taken-back': 'undone, never sent',
  replaced: 'replaced by a deletion',
  'resolved-mine': 'resolved: mine',
  'resolved-theirs': 'resolved: server',
  'resolved-fields': 'resolved field by field',
  'resolved-change': 'resolved: mine, applied to the existing record',
  'created-again': 'created again',
  done: 'sent',
  'done-note': 'sent with a note',
  conflict: 'conflict',
  refused: 'rejected by the server',
  unknown: 'outcome unknown',
  waiting: 'waiting to retry',
};
/** Results that are followed by their reason. */
const BY_REASON: ReadonlySet<HistoryResult> = new Set([
  'conflict',
  'refused',
  'unknown',
  'waiting',
]);

/** Returns the result of a history entry in English. */
export function resultText({ result, reason }: Pick<HistoryEntry, 'result' | 'reason'>): string {
  if (reason === null) return TEXTS[result];
  if (result === 'done-note') return reason.text;
  return BY_REASON.has(result) ? `${TEXTS[result]}: ${reason.text}` : TEXTS[result];
}
