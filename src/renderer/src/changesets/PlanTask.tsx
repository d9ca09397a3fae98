import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '#contract/plans/plan.ts';
import { call } from '../state/core.ts';
import { groupText } from '../fields/model/groupText.ts';
import { PlanView } from './plan/PlanView.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask } from '../fields/undo/tasks.ts';

/** Previews an undo with conflicts; records changed since then are marked. */
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

/** Closes a changeset in the core when its dialog is closed. */
export function useClosedPlan(plan: Plan | null): void {
  const id = plan?.plan ?? null;
  useEffect(
    () => () => {
      // If the call fails, the core drops the changeset at its next start.
      if (id !== null) void call('plans.close', { plan: id }).catch(() => {});
    },
    [id],
  );
}
