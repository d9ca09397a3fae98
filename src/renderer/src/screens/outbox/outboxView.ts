import { create } from 'zustand';
import { goTo, goToRecord } from '../../state/view.ts';
import type { Operation } from '#contract/operations.ts';
import type { Filter } from './model/totals.ts';

interface OutboxView {
  readonly filter: Filter;
  /** The operations with open details. */
  readonly opened: ReadonlySet<string>;
  /** The clusters that the user folded or unfolded. */
  readonly flipped: ReadonlySet<string>;
  readonly active: string | null;
  /**
   * The last position of the active row, and whether it was among the sent ones; its successor
   * there becomes active.
   */
  readonly activeAt: {
    readonly key: string | null;
    readonly sent: boolean;
    readonly index: number;
  };
  readonly sentShown: number;
  readonly scroll: number;
  /** A row to scroll to and focus as soon as it is listed. */
  readonly jump: string | null;
  /** A decision requested from another screen, until it is listed. */
  readonly asked: string | null;
  /** The decision shown, and its last position. */
  readonly decision: string | null;
  readonly decisionIndex: number;
}

/** The number of sent operations shown at first, and the number added each time. */
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

/** The state of the outbox screens; it is kept while the window is open. */
export const outboxView = create<OutboxView>(() => START);

export function toggleOperation(id: string): void {
  outboxView.setState(({ opened }) => ({ opened: toggled(opened, id) }));
}

export function toggleCluster(key: string): void {
  outboxView.setState(({ flipped }) => ({ flipped: toggled(flipped, key) }));
}

export function showOnly(filter: Filter): void {
  outboxView.setState({ filter, scroll: 0 });
}

/** Shows more of the operations sent today. */
export function showMoreSent(): void {
  outboxView.setState(({ sentShown }) => ({ sentShown: sentShown + SENT_MORE }));
}

/** Opens an operation in the outbox and focuses it. */
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
 * Notes the active row.
 *
 * If it left the list, the row now in its place becomes active, so that the keyboard user stays
 * there. A requested row that is not listed yet is waited for.
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

/** Makes the focused row active; a requested other row is no longer waited for. */
export function takeInHand(row: string | null): void {
  outboxView.setState(({ jump }) => ({ active: row, jump: jump === row ? jump : null }));
}

/** Opens the decision about an operation. */
export function goToDecision(id: string): void {
  outboxView.setState({ asked: id });
  goTo('needsYou');
}

/** Shows one of the decisions. */
export function showDecision(id: string): void {
  outboxView.setState({ asked: null, decision: id });
}

/** Notes the decision shown; it stays when more urgent ones are added. */
export function keepDecision(id: string, decisionIndex: number): void {
  outboxView.setState(({ asked }) => ({
    asked: asked === id ? null : asked,
    decision: id,
    decisionIndex,
  }));
}

/**
 * Returns the index of the decision to show.
 *
 * After a decision the next one takes the same position.
 */
export function decisionAt(
  ids: readonly string[],
  { asked, decision, decisionIndex }: Pick<OutboxView, 'asked' | 'decision' | 'decisionIndex'>,
): number {
  const found = ids.findIndex((id) => id === asked);
  const index = found >= 0 ? found : ids.findIndex((id) => id === decision);
  return index >= 0 ? index : Math.max(0, Math.min(decisionIndex, ids.length - 1));
}

/** Opens the record of an operation in the catalogue. */
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
