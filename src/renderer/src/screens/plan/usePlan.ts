import { useState, useSyncExternalStore } from 'react';
import type { Output } from '#contract/procedures.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { planTextOf } from './planText.ts';
import type { Opened, PlanShown, PlanText } from './planText.ts';

export type Verdict = Output<'plan.evaluate'>;

/** A plan as it is typed: every keystroke is on its way to the disk. */
export interface PlanState
  extends PlanShown, Pick<PlanText, 'rename' | 'setParts' | 'copy' | 'flush'> {
  /** Null until it was judged for the first time. */
  readonly verdict: Verdict | null;
}

/** Edits one plan. */
export function usePlan(opened: Opened): PlanState {
  const [text] = useState(() => planTextOf(opened));
  const shown = useSyncExternalStore(text.subscribe, text.shown);
  const { data, error: judged } = useProcedure(
    'plan.evaluate',
    { draft: shown.draft },
    { refreshOn: ['records.changed'] },
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
