import type { HistoryEntry, HistoryResult } from '#contract/operations.ts';

const TEXTS: Readonly<Record<HistoryResult, string>> = {
  queued: 'queued',
  held: 'held',
  released: 'released',
  retried: 'tried again',
  lookup: 'to be looked up',
  discarded: 'discarded',
  'discarded-with-creation': 'discarded with its creation',
  'discarded-along': 'discarded with it',
  'taken-back': 'taken back',
  replaced: 'replaced by the removal',
  'resolved-mine': 'resolved: mine',
  'resolved-theirs': 'resolved: theirs',
  'resolved-fields': 'resolved field by field',
  'resolved-change': 'resolved: mine, as a change of theirs',
  'created-again': 'created again',
  done: 'sent and confirmed',
  'done-note': 'sent and confirmed',
  conflict: 'conflict',
  refused: 'refused',
  unknown: 'unknown',
  waiting: 'waiting',
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
