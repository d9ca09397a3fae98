import i18next from 'i18next';
import { create } from 'zustand';
import type { Plan, Selection } from '#contract/plans/plan.ts';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Root } from '../client/source.ts';
import { confirm } from '../state/dialogs.ts';

/** Work with many records at once; each has its own dialog, and one is open at a time. */
export type Task =
  | { readonly id: 'import'; readonly kind: Kind; readonly roots: readonly Root[] }
  | {
      readonly id: 'bulk';
      readonly kind: Kind;
      readonly selection: Selection;
      readonly count: number;
    }
  | {
      readonly id: 'export';
      readonly kind: Kind;
      readonly query: Query;
      /** The columns in sight, from left to right. */
      readonly columns: readonly string[];
      readonly shown: number;
      /** The selected records; empty when none or one is. */
      readonly ids: readonly string[];
    }
  | {
      readonly id: 'paste';
      readonly kind: Kind;
      /** The records from the cursor down, and the fields from it to the right. */
      readonly ids: readonly string[];
      readonly fields: readonly string[];
      readonly text: string;
    }
  /** The preview of an undo that asks first. */
  | { readonly id: 'plan'; readonly plan: Plan }
  /** An undo that takes long: what would change is looked for, or is queued. */
  | { readonly id: 'undo'; readonly step: 'look' | 'queue' };

/** The open task of one sort. */
export type TaskOf<Id extends Task['id']> = Extract<Task, { readonly id: Id }>;

interface TaskState {
  readonly open: Task | null;
  /** The preview in sight holds ticks that a person set by hand. */
  readonly touched: boolean;
}

export const taskStore = create<TaskState>(() => ({ open: null, touched: false }));

/** Opens the dialog of a task; false when another one is open and stays so. */
export function openTask(task: Task): boolean {
  if (taskStore.getState().open !== null) return false;
  taskStore.setState({ open: task, touched: false });
  return true;
}

/** Closes the dialog of the open task. */
export function closeTask(): void {
  taskStore.setState({ open: null, touched: false });
}

/** Notes which task is open, and tells later whether it still is: work may end behind its dialog. */
export function openNow(): () => boolean {
  const { open } = taskStore.getState();
  return () => taskStore.getState().open === open;
}

/** Notes that a person set ticks by hand, which would be lost with the preview. */
export function touchTask(): void {
  taskStore.setState({ touched: true });
}

/** Leaves the preview in sight, and asks first where ticks would be lost with it. */
export async function leavePreview(then: () => void): Promise<void> {
  const { touched } = taskStore.getState();
  const question = {
    title: i18next.t('sheets.leave.title'),
    text: i18next.t('sheets.leave.text'),
    action: i18next.t('sheets.leave.action'),
  };
  if (touched && !(await confirm(question))) return;
  taskStore.setState({ touched: false });
  then();
}
