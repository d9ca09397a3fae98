import i18next from 'i18next';
import type { GroupLabel } from '#contract/plans/groups.ts';
import type { Output } from '#contract/procedures.ts';
import { dismissAll, toast, toastUndone } from '../../state/toasts.ts';
import { groupText } from '../model/groupText.ts';

/** Confirms that a plan was queued, by its name, with a way back. */
export function tellQueued(
  label: GroupLabel,
  { group, queued }: Output<'plans.queue'>,
  undo: (group: string) => Promise<void>,
): void {
  if (group === null) return;
  const { of, kind } = label;
  const isUndo = label.code === 'undo' && of !== undefined;
  const what = groupText(i18next.t, { ...(isUndo ? { ...of, kind } : label), count: queued });
  const back = () => void undo(group);
  if (!isUndo) return toast(i18next.t('sheets.queued', { what }), back);
  // What an earlier word offers to take back may be gone by now.
  dismissAll();
  toastUndone(i18next.t('sheets.undone', { what }), back);
}
