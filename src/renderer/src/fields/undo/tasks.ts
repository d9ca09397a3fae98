import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Plan, Selection } from '#contract/plans/plan.ts';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Root } from '../../client/source.ts';
import { confirm } from '../../state/dialogs.ts';
import type { Question } from '../../state/dialogs.ts';

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
      /** Puts another record in the place of one that others refer to. */
      readonly id: 'references';
      readonly kind: Kind;
      readonly ref: string;
      readonly name: string;
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

/**
 * What a person has set by hand: ticks of the preview in sight, how a sheet is read that was not looked through yet, or
 * rows of one that are to be taken into a plan.
 */
type Touched = 'ticks' | 'reading' | 'rows';

interface TaskState {
  readonly open: Task | null;
  readonly touched: Touched | null;
}

export const taskStore = create<TaskState>(() => ({ open: null, touched: null }));

/** Opens the dialog of a task; false when another one is open and stays so. */
export function openTask(task: Task): boolean {
  if (taskStore.getState().open !== null) return false;
  taskStore.setState({ open: task, touched: null });
  return true;
}

/** Closes the dialog of the open task. */
export function closeTask(): void {
  taskStore.setState({ open: null, touched: null });
}

/** Notes which task is open, and tells later whether it still is: work may end behind its dialog. */
export function openNow(): () => boolean {
  const { open } = taskStore.getState();
  return () => taskStore.getState().open === open;
}

/** Notes that a person set something by hand, which would be lost with what is in sight. */
export function touchTask(touched: Touched): void {
  taskStore.setState({ touched });
}

/** Notes that nothing of it would be lost any more. */
export function settleTask(): void {
  taskStore.setState({ touched: null });
}

/**
 * Gives the way to note later that what was set by hand is kept, or is of nothing in sight any more; of another task,
 * which may be open by then, it says nothing.
 */
export function settlingTask(): () => void {
  const isOpen = openNow();
  return () => {
    if (isOpen()) settleTask();
  };
}

/** Leaves what is in sight, and asks first where something that was set by hand would be lost with it. */
export async function leaveTouched(then: () => void): Promise<void> {
  const { touched } = taskStore.getState();
  if (touched !== null && !(await confirm(QUESTIONS[touched](i18next.t)))) return;
  settleTask();
  then();
}

const QUESTIONS: Readonly<Record<Touched, (t: TFunction) => Question>> = {
  ticks: (t) => ({
    title: t('sheets.leave.title'),
    text: t('sheets.leave.text'),
    action: t('sheets.leave.action'),
  }),
  reading: (t) => ({
    title: t('sheets.leaveReading.title'),
    text: t('sheets.leaveReading.text'),
    action: t('sheets.leaveReading.action'),
  }),
  rows: (t) => ({
    title: t('sheets.leaveRows.title'),
    text: t('sheets.leaveRows.text'),
    action: t('sheets.leaveRows.action'),
  }),
};
