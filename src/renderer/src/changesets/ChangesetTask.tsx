import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Changeset } from '#contract/changesets/changeset.ts';
import { call } from '../state/core.ts';
import { groupText } from '../fields/model/groupText.ts';
import { ChangesetView } from './preview/ChangesetView.tsx';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask } from '../fields/undo/tasks.ts';

/** Previews an undo with conflicts; records changed since then are marked. */
export function ChangesetTask({ plan }: { readonly plan: Changeset }) {
  const { t } = useTranslation();
  const { counts, label } = plan;
  useClosedChangeset(plan);
  const notice = counts.kept > 0 && (
    <p className="plan-note plan-note-ask">{t('sheets.plan.keptNote', { count: counts.kept })}</p>
  );
  return (
    <TaskDialog title={groupText(t, label)} size="large" onClose={closeTask}>
      <ChangesetView plan={plan} notice={notice} onBack={null} onDone={closeTask} />
    </TaskDialog>
  );
}

/** Closes a changeset in the core when its dialog is closed. */
export function useClosedChangeset(plan: Changeset | null): void {
  const id = plan?.plan ?? null;
  useEffect(
    () => () => {
      // If the call fails, the core drops the changeset at its next start.
      if (id !== null) void call('changesets.close', { plan: id }).catch(() => {});
    },
    [id],
  );
}
