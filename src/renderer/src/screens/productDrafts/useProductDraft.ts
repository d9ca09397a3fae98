import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Output } from '#contract/procedures.ts';
import { useProcedure } from '../../state/useProcedure.ts';
import { draftTextOf } from './draftText.ts';
import type { Opened, DraftShown, DraftText } from './draftText.ts';

export type Verdict = Output<'productDrafts.evaluate'>;

/** A draft being edited; each key press is saved. */
export interface DraftState
  extends DraftShown, Pick<DraftText, 'rename' | 'setParts' | 'copy' | 'flush'> {
  /** Null before the first evaluation. */
  readonly verdict: Verdict | null;
}

/** Reads the open draft; another window may change or remove it, or undo its queueing. */
export function useOpened(plan: string | null) {
  return useProcedure('productDrafts.get', plan === null ? null : { plan }, {
    refreshOn: ['productDrafts.changed', 'groups.changed', 'outbox.changed', 'records.changed'],
    keep: false,
    pause: betweenReads,
  });
}

// Milliseconds; each typed letter sends an event about the draft too.
const betweenReads = () => 250;

/** Edits one draft. */
export function useProductDraft(opened: Opened): DraftState {
  const [text] = useState(() => draftTextOf(opened));
  useEffect(() => text.take(opened), [text, opened]);
  const shown = useSyncExternalStore(text.subscribe, text.shown);
  const { data, error: judged } = useProcedure(
    'productDrafts.evaluate',
    { draft: shown.draft, plan: opened.plan },
    { refreshOn: ['records.changed', 'productDrafts.changed', 'groups.changed'] },
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
