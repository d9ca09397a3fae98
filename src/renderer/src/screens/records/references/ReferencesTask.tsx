import { useTranslation } from 'react-i18next';
import { PickRecord } from '../../../fields/PickRecord.tsx';
import { askToRemove } from '../state/removing.ts';
import { call } from '../../../state/core.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { groupText } from '../../../fields/model/groupText.ts';
import { ChangesetView } from '../../../changesets/preview/ChangesetView.tsx';
import { useClosedChangeset } from '../../../changesets/ChangesetTask.tsx';
import { TaskDialog } from '../../../changesets/TaskDialog.tsx';
import { closeTask } from '../../../fields/undo/tasks.ts';
import type { TaskOf } from '../../../fields/undo/tasks.ts';
import { useNewChangeset } from '../../../changesets/useNewChangeset.ts';
import { Working } from '../../../changesets/Working.tsx';

/** Replaces a record in all references: the user picks another, then previews every change. */
export function ReferencesTask({ task }: { readonly task: TaskOf<'references'> }) {
  const { t } = useTranslation();
  const { kind, ref, name } = task;
  const { plan, busy, error, look, back } = useNewChangeset();
  const pick = (other: string) => look(() => call('references.plan', { kind, ref, with: other }));
  useClosedChangeset(plan);
  if (plan === null)
    return (
      <TaskDialog title={t('sheets.references.title', { name })} size="small" onClose={closeTask}>
        {busy ? (
          <Working title={t('sheets.working.look')} plan={null} />
        ) : (
          <div className="task-form">
            <p>{t('sheets.references.text')}</p>
            <PickRecord kind={kind} label={t('sheets.references.pick')} onPick={pick} />
            {error !== null && <ErrorNotice error={error} />}
          </div>
        )}
      </TaskDialog>
    );
  const fixed = plan.counts.error;
  const notice = fixed > 0 && (
    <p className="plan-note plan-note-ask">{t('sheets.references.fixed', { count: fixed })}</p>
  );
  const done = () => {
    closeTask();
    void askToRemove(kind, [ref], name);
  };
  return (
    <TaskDialog title={groupText(t, plan.label)} size="large" onClose={closeTask}>
      <ChangesetView plan={plan} notice={notice} onBack={back} onDone={done} />
    </TaskDialog>
  );
}
