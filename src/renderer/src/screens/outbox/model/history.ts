import type { HistoryEntry } from '#contract/operations.ts';
import type { Tone } from '../../../ui/StateBadge.tsx';

/** The results that the activity writes down, as far as they have words of their own. */
export const RESULTS = [
  'queued',
  'held',
  'released',
  'retried',
  'lookup',
  'discarded',
  'discarded-along',
  'taken-back',
  'replaced',
  'resolved-mine',
  'resolved-theirs',
  'resolved-fields',
  'resolved-change',
  'created-again',
  'done',
  'done-note',
  'conflict',
  'refused',
  'unknown',
  'waiting',
  'other',
] as const;
export type ResultCode = (typeof RESULTS)[number];

/** What came of one entry: a code that has words, a colour, and the sentence behind it. */
export interface Result {
  readonly code: ResultCode;
  readonly tone: Tone;
  /** The core's own sentence, where it says more than the code and nothing else tells it. */
  readonly detail: string | null;
}

const EXACT: Readonly<Record<string, readonly [ResultCode, Tone]>> = {
  queued: ['queued', 'wait'],
  held: ['held', 'hold'],
  released: ['released', 'wait'],
  'tried again': ['retried', 'wait'],
  'to be looked up': ['lookup', 'ask'],
  discarded: ['discarded', 'hold'],
  'discarded with its creation': ['discarded-along', 'hold'],
  'discarded with it': ['discarded-along', 'hold'],
  'taken back': ['taken-back', 'hold'],
  'replaced by the removal': ['replaced', 'hold'],
  'resolved: mine': ['resolved-mine', 'wait'],
  'resolved: theirs': ['resolved-theirs', 'hold'],
  'resolved: mine, as a change of theirs': ['resolved-change', 'wait'],
  'created again': ['created-again', 'wait'],
  'sent and confirmed': ['done', 'good'],
};
const PREFIXED: readonly (readonly [string, ResultCode, Tone])[] = [
  ['conflict: ', 'conflict', 'ask'],
  ['refused: ', 'refused', 'bad'],
  ['unknown: ', 'unknown', 'ask'],
  ['waiting: ', 'waiting', 'wait'],
];

/** Reads what came of an entry; one that has its reason as parts needs no sentence. */
export function resultOf({ result, reason }: Pick<HistoryEntry, 'result' | 'reason'>): Result {
  const read = fromText(result);
  return reason?.details === undefined ? read : { ...read, detail: null };
}

// An unknown sentence is shown as it stands.
function fromText(text: string): Result {
  const exact = Object.hasOwn(EXACT, text) ? EXACT[text] : undefined;
  if (exact !== undefined) return { code: exact[0], tone: exact[1], detail: null };
  const prefixed = PREFIXED.find(([prefix]) => text.startsWith(prefix));
  if (prefixed !== undefined)
    return { code: prefixed[1], tone: prefixed[2], detail: text.slice(prefixed[0].length) };
  if (text.startsWith('resolved (')) return { code: 'resolved-fields', tone: 'wait', detail: null };
  if (/^(Created\. )?Service kept|^The service already/u.test(text))
    return { code: 'done-note', tone: 'good', detail: text };
  return { code: 'other', tone: 'hold', detail: text };
}

/** One line of the activity screen. */
export type ActivityRow =
  | { readonly type: 'day'; readonly key: string; readonly at: number; readonly count: number }
  | { readonly type: 'entry'; readonly key: string; readonly entry: HistoryEntry };

/** Puts a heading before each day; the entries stay newest first. */
export function byDay(entries: readonly HistoryEntry[]): readonly ActivityRow[] {
  const days = Map.groupBy(entries, ({ time }) => new Date(time).toDateString());
  return [...days].flatMap(([day, members]): ActivityRow[] => [
    { type: 'day', key: day, at: members[0]?.time ?? 0, count: members.length },
    ...members.map((entry, index) => ({ type: 'entry', key: `${day} ${index}`, entry }) as const),
  ]);
}
