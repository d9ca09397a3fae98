import type { TFunction } from 'i18next';
import type { Group } from '#contract/changesets/groups.ts';
import { newestAlone } from '../state/toasts.ts';
import type { Toast } from '../state/toasts.ts';
import { useProcedure } from '../state/useProcedure.ts';
import { groupText } from '../fields/model/groupText.ts';
import { undoStore } from '../fields/undo/undo.ts';

/** The batches that Undo and Redo would revert; null if there is none. */
export interface UndoNames {
  readonly undo: Group | null;
  readonly redo: Group | null;
}

const NOTHING: UndoNames = { undo: null, redo: null };
const EVENTS = ['groups.changed'] as const;

/** Returns the next batches for Undo and Redo, and keeps them up to date. */
export function useUndo(): UndoNames {
  const passed = undoStore((state) => state.passed);
  const { data } = useProcedure('groups.next', { except: [...passed] }, { refreshOn: EVENTS });
  return data ?? NOTHING;
}

/** Returns the name of Undo: `Undo: +3.5 % on 412 materials`. */
export function undoName(t: TFunction, group: Group | null): string {
  if (group === null) return t('common.actions.undo');
  return t('sheets.menu.undoOf', { subject: groupText(t, group.label) });
}

/**
 * Returns the name of Undo in the system menu, which acts like Ctrl+Z; null if nothing can be
 * undone.
 */
export function menuUndoName(
  t: TFunction,
  group: Group | null,
  toasts: readonly Toast[],
): string | null {
  const alone = newestAlone(toasts, group?.createdAt ?? 0);
  if (alone !== undefined) return t('sheets.menu.undoOf', { subject: alone.text });
  return group === null ? null : undoName(t, group);
}

/** Returns the name of Redo, after the undone batch: `Redo: +3.5 % on 412 materials`. */
export function redoName(t: TFunction, { label }: Group): string {
  const what = label.of === undefined ? label : { ...label.of, kind: label.kind };
  return t('sheets.menu.redoOf', { subject: groupText(t, what) });
}
