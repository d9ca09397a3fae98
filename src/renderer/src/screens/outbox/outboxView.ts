import { create } from 'zustand';
import { goTo, goToRecord } from '../../state/view.ts';
import type { Operation } from '#contract/operations.ts';
import type { Filter } from './model/totals.ts';

interface OutboxView {
  readonly filter: Filter;
  /** Operations whose details are open. */
  readonly opened: ReadonlySet<string>;
  /** Clusters whose fold was changed by hand. */
  readonly flipped: ReadonlySet<string>;
  readonly active: string | null;
  /** Where it stood last, and whether among the sent ones: what comes into its place takes over. */
  readonly activeAt: {
    readonly key: string | null;
    readonly sent: boolean;
    readonly index: number;
  };
  readonly sentShown: number;
  readonly scroll: number;
  /** A line to be brought into sight and into focus as soon as it is there. */
  readonly jump: string | null;
  /** The decision asked for from elsewhere, until it is in the list: it may be on its way. */
  readonly asked: string | null;
  /** The decision shown on the screen of decisions, and where it stood last. */
  readonly decision: string | null;
  readonly decisionIndex: number;
}

/** How many sent operations are shown at first, and how many more at a time. */
export const SENT_FIRST = 20;
const SENT_MORE = 100;

const START: OutboxView = {
  filter: 'all',
  opened: new Set(),
  flipped: new Set(),
  active: null,
  activeAt: { key: null, sent: false, index: 0 },
  sentShown: SENT_FIRST,
  scroll: 0,
  jump: null,
  asked: null,
  decision: null,
  decisionIndex: 0,
};

/** How the outbox was left; it is found so again as long as the window lives. */
export const outboxView = create<OutboxView>(() => START);

/** Opens or closes the details of an operation. */
export function toggleOperation(id: string): void {
  outboxView.setState(({ opened }) => ({ opened: toggled(opened, id) }));
}

/** Folds or unfolds a cluster. */
export function toggleCluster(key: string): void {
  outboxView.setState(({ flipped }) => ({ flipped: toggled(flipped, key) }));
}

/** Shows only operations of one sort. */
export function showOnly(filter: Filter): void {
  outboxView.setState({ filter, scroll: 0 });
}

/** Shows more of what was sent today. */
export function showMoreSent(): void {
  outboxView.setState(({ sentShown }) => ({ sentShown: sentShown + SENT_MORE }));
}

/** Shows an operation in the outbox, opened and in focus. */
export function goToOperation(id: string): void {
  outboxView.setState(({ opened }) => ({
    filter: 'all',
    opened: new Set(opened).add(id),
    active: id,
    jump: id,
  }));
  goTo('outbox');
}

/**
 * Notes where the hand is. A row that left the list gives its place to the one that came into it, so that a hand on
 * the keyboard never loses its place; one that was asked for from elsewhere is waited for.
 */
export function keepActive(
  wanted: string | null,
  at: OutboxView['activeAt'],
  isFree: (row: string) => boolean,
): void {
  const { activeAt, jump } = outboxView.getState();
  outboxView.setState({ activeAt: at });
  if (wanted === null || at.key === null || at.key === wanted) return;
  const isAwaited = jump === wanted && activeAt.key !== wanted;
  if (!isAwaited && isFree(wanted)) outboxView.setState({ active: at.key, jump: at.key });
}

/** Goes on from the row that took the focus; one that was waited for is waited for no more. */
export function takeInHand(row: string | null): void {
  outboxView.setState(({ jump }) => ({ active: row, jump: jump === row ? jump : null }));
}

/** Shows the decision about an operation. */
export function goToDecision(id: string): void {
  outboxView.setState({ asked: id });
  goTo('needsYou');
}

/** Shows another of the decisions. */
export function showDecision(id: string): void {
  outboxView.setState({ asked: null, decision: id });
}

/** Notes which decision is shown: it stays the shown one when more urgent ones come before it. */
export function keepDecision(id: string, decisionIndex: number): void {
  outboxView.setState(({ asked }) => ({
    asked: asked === id ? null : asked,
    decision: id,
    decisionIndex,
  }));
}

/** Which of the decisions is shown. After a decision the next one takes its place, at the same position. */
export function decisionAt(
  ids: readonly string[],
  { asked, decision, decisionIndex }: Pick<OutboxView, 'asked' | 'decision' | 'decisionIndex'>,
): number {
  const found = ids.findIndex((id) => id === asked);
  const index = found >= 0 ? found : ids.findIndex((id) => id === decision);
  return index >= 0 ? index : Math.max(0, Math.min(decisionIndex, ids.length - 1));
}

/** Opens the record of an operation beside its list. */
export function openRecord({
  kind,
  serviceId,
  recordId,
}: Pick<Operation, 'kind' | 'serviceId' | 'recordId'>): void {
  goToRecord(kind, serviceId ?? recordId);
}

function toggled(set: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
