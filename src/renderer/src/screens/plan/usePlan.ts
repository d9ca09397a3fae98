import { useCallback, useRef, useState } from 'react';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { PlanDraft, PlanPart } from '#contract/plan.ts';
import type { Output } from '#contract/procedures.ts';
import { call } from '../../state/core.ts';
import { useProcedure } from '../../state/useProcedure.ts';

export type Opened = Output<'plan.get'>;
export type Verdict = Output<'plan.evaluate'>;

/** A plan as it is typed: every keystroke is on its way to the disk. */
export interface PlanState {
  readonly name: string;
  readonly draft: PlanDraft;
  /** Null until it was judged for the first time. */
  readonly verdict: Verdict | null;
  readonly error: AppError | null;
  readonly saving: boolean;
  readonly rename: (name: string) => void;
  readonly setParts: (change: (parts: readonly PlanPart[]) => readonly PlanPart[]) => void;
  /** Resolves when everything typed is on the disk. */
  readonly flush: () => Promise<void>;
}

interface Kept {
  readonly name: string;
  readonly draft: PlanDraft;
}

/** Edits one plan; what was typed last wins, and nothing is saved twice at once. */
export function usePlan(opened: Opened): PlanState {
  const { plan } = opened;
  const [kept, setKept] = useState<Kept>({ name: opened.name, draft: opened.draft });
  const { save, flush, saving, error } = useSaving(plan);
  const { data, error: judged } = useProcedure(
    'plan.evaluate',
    { draft: kept.draft },
    { refreshOn: ['records.changed'] },
  );
  const latest = useRef(kept);
  const change = useCallback(
    (next: Kept) => {
      latest.current = next;
      setKept(next);
      save(next);
    },
    [save],
  );
  const rename = useCallback((name: string) => change({ ...latest.current, name }), [change]);
  const setParts = useCallback<PlanState['setParts']>(
    (edit) => {
      const { name, draft } = latest.current;
      change({ name, draft: { parts: [...edit(draft.parts)] } });
    },
    [change],
  );
  return {
    ...kept,
    verdict: data ?? null,
    error: error ?? judged,
    saving,
    rename,
    setParts,
    flush,
  };
}

function useSaving(plan: string) {
  const [error, setError] = useState<AppError | null>(null);
  const [saving, setSaving] = useState(false);
  const waiting = useRef<Kept | null>(null);
  const running = useRef<Promise<void> | null>(null);
  const save = useCallback(
    (next: Kept) => {
      const run = async () => {
        for (let kept = take(waiting); kept !== null; kept = take(waiting)) {
          const answer = await keep(plan, kept);
          setError(answer);
        }
        running.current = null;
        setSaving(false);
      };
      waiting.current = next;
      setSaving(true);
      if (running.current === null) running.current = run();
    },
    [plan],
  );
  const flush = useCallback(async () => {
    await running.current;
  }, []);
  return { save, flush, saving, error };
}

function take(waiting: { current: Kept | null }): Kept | null {
  const next = waiting.current;
  waiting.current = null;
  return next;
}

async function keep(plan: string, { name, draft }: Kept): Promise<AppError | null> {
  try {
    await call('plan.save', { plan, name, draft });
    return null;
  } catch (thrown) {
    return asAppError(thrown);
  }
}
