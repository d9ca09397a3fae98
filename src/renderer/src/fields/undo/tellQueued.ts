import i18next from 'i18next';
import type { GroupLabel } from '#contract/changesets/groups.ts';
import type { Output } from '#contract/procedures.ts';
import { dismissAll, toast, toastUndone } from '../../state/toasts.ts';
import { groupText } from '../model/groupText.ts';

/** Confirms a queued changeset by its label, with Undo. */
export function tellQueued(
  label: GroupLabel,
  { group, queued }: Output<'changesets.queue'>,
  undo: (group: string) => Promise<void>,
): void {
  if (group === null) return;
  const { of, kind } = label;
  const isUndo = label.code === 'undo' && of !== undefined;
  const what = groupText(i18next.t, { ...(isUndo ? { ...of, kind } : label), count: queued });
  const back = () => void undo(group);
  if (!isUndo) return toast(i18next.t('sheets.queued', { subject: what }), back);
  // Earlier toasts may offer to undo something that is gone.
  dismissAll();
  toastUndone(i18next.t('records.undone', { subject: what }), back);
}
