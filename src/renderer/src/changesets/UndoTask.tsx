import { useTranslation } from 'react-i18next';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask } from '../fields/undo/tasks.ts';
import type { TaskOf } from '../fields/undo/tasks.ts';
import { stopWork } from './useProgress.ts';
import { Working } from './Working.tsx';

/**
 * Shows the progress of a long undo; closing the dialog stops it while changes are being computed.
 */
export function UndoTask({ step }: Pick<TaskOf<'undo'>, 'step'>) {
  const { t } = useTranslation();
  const isLooking = step === 'look';
  const onClose = () => {
    if (isLooking) stopWork(null);
    closeTask();
  };
  return (
    <TaskDialog title={t('common.actions.undo')} size="small" onClose={onClose}>
      <Working title={t(`sheets.working.${step}`)} plan={null} stoppable={isLooking} />
    </TaskDialog>
  );
}
