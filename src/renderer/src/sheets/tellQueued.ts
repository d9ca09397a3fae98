import i18next from 'i18next';
import type { GroupLabel } from '#contract/plans/groups.ts';
import type { Output } from '#contract/procedures.ts';
import { dismissAll, toast } from '../state/toasts.ts';
import { groupText } from './model/groupText.ts';

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
  // What an earlier word offers to take back may be gone by now.
  if (isUndo) dismissAll();
  toast(i18next.t(isUndo ? 'sheets.undone' : 'sheets.queued', { what }), () => void undo(group));
}
