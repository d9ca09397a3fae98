import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Output } from '#contract/procedures.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { planTextOf } from './planText.ts';
import type { Opened, PlanShown, PlanText } from './planText.ts';

export type Verdict = Output<'plan.evaluate'>;

/** A draft being edited; each key press is saved. */
export interface PlanState
  extends PlanShown, Pick<PlanText, 'rename' | 'setParts' | 'copy' | 'flush'> {
  /** Null before the first evaluation. */
  readonly verdict: Verdict | null;
}

/** Reads the open draft; another window may change or remove it, or undo its queueing. */
export function useOpened(plan: string | null) {
  return useProcedure('plan.get', plan === null ? null : { plan }, {
    refreshOn: ['plan.changed', 'groups.changed', 'outbox.changed', 'records.changed'],
    keep: false,
    pause: betweenReads,
  });
}

// Milliseconds; each typed letter sends an event about the draft too.
const betweenReads = () => 250;

/** Edits one draft. */
export function usePlan(opened: Opened): PlanState {
  const [text] = useState(() => planTextOf(opened));
  useEffect(() => text.take(opened), [text, opened]);
  const shown = useSyncExternalStore(text.subscribe, text.shown);
  const { data, error: judged } = useProcedure(
    'plan.evaluate',
    { draft: shown.draft, plan: opened.plan },
    { refreshOn: ['records.changed', 'plan.changed', 'groups.changed'] },
  );
  const { rename, setParts, copy, flush } = text;
  return {
    ...shown,
    error: shown.error ?? judged,
    verdict: data ?? null,
    rename,
    setParts,
    copy,
    flush,
  };
}
