import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#contract/plans/plan.ts';
import { call } from '../state/core.ts';
import { groupText } from '../fields/model/groupText.ts';
import { PlanView } from './plan/PlanView.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask } from '../fields/undo/tasks.ts';

/** An undo that cannot be plain: what goes back, and apart from it what was changed since. */
export function PlanTask({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation();
  const { counts, label } = plan;
  useClosedPlan(plan);
  const notice = counts.kept > 0 && (
    <p className="plan-note plan-note-ask">{t('sheets.plan.keptNote', { count: counts.kept })}</p>
  );
  return (
    <TaskDialog title={groupText(t, label)} size="large" onClose={closeTask}>
      <PlanView plan={plan} notice={notice} onBack={null} onDone={closeTask} />
    </TaskDialog>
  );
}

/** Lets the core forget a plan when its dialog is left. */
export function useClosedPlan(plan: Plan | null): void {
  const id = plan?.plan ?? null;
  useEffect(
    () => () => {
      // What cannot be closed any more is forgotten by the core itself at its next start.
      if (id !== null) void call('plans.close', { plan: id }).catch(() => {});
    },
    [id],
  );
}
