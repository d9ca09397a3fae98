import { useTranslation } from 'react-i18next';
import { TaskDialog } from './TaskDialog.tsx';
import { closeTask } from '../fields/undo/tasks.ts';
import type { TaskOf } from '../fields/undo/tasks.ts';
import { stopWork } from './useProgress.ts';
import { Working } from './Working.tsx';

/** An undo that takes long: how far it is. Left while it only looks, it is stopped. */
export function UndoTask({ step }: Pick<TaskOf<'undo'>, 'step'>) {
  const { t } = useTranslation();
  const isLooking = step === 'look';
  const onClose = () => {
    if (isLooking) stopWork(null);
    closeTask();
  };
  return (
    <TaskDialog title={t('sheets.menu.undo')} size="small" onClose={onClose}>
      <Working title={t(`sheets.working.${step}`)} plan={null} stoppable={isLooking} />
    </TaskDialog>
  );
}
