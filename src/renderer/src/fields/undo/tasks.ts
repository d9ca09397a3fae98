import i18next from 'i18next';
import type { TFunction } from 'i18next';
import { create } from 'zustand';
import type { Changeset, Selection } from '#contract/changesets/changeset.ts';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';
import type { Root } from '../../client/source.ts';
import { confirm } from '../../state/dialogs.ts';
import type { Question } from '../../state/dialogs.ts';

/** Work on many records; each task has its own dialog, and only one is open. */
export type Task =
  | { readonly id: 'import'; readonly kind: Kind; readonly roots: readonly Root[] }
  | {
      readonly id: 'bulk';
      readonly kind: Kind;
      readonly selection: Selection;
      readonly count: number;
    }
  | {
      /** Corrects one field of changes that the server rejected. */
      readonly id: 'correct';
      readonly kind: Kind;
      readonly field: string;
      readonly operations: readonly string[];
    }
  | {
      /** Replaces a record in all references to it. */
      readonly id: 'references';
      readonly kind: Kind;
      readonly ref: string;
      readonly name: string;
    }
  | {
      readonly id: 'export';
      readonly kind: Kind;
      readonly query: Query;
      /** The visible columns, from left to right. */
      readonly columns: readonly string[];
      readonly shown: number;
      /** The ids of the selected records. */
      readonly ids: readonly string[];
    }
  | {
      readonly id: 'paste';
      readonly kind: Kind;
      /** The records from the cursor downwards, and the fields from it to the right. */
      readonly ids: readonly string[];
      readonly fields: readonly string[];
      readonly text: string;
    }
  /** The preview of an undo that asks first. */
  | { readonly id: 'plan'; readonly plan: Changeset }
  /** A long undo: the changes are being computed, or queued. */
  | { readonly id: 'undo'; readonly step: 'look' | 'queue' };

/** The open task of one type. */
export type TaskOf<Id extends Task['id']> = Extract<Task, { readonly id: Id }>;

/**
 * Input that closing the dialog would lose: check marks of a preview, the reading of a sheet, or
 * rows for a product draft.
 */
type Touched = 'ticks' | 'reading' | 'rows';

interface TaskState {
  readonly open: Task | null;
  readonly touched: Touched | null;
}

export const taskStore = create<TaskState>(() => ({ open: null, touched: null }));

/** Opens the dialog of a task; returns false if another one is open. */
export function openTask(task: Task): boolean {
  if (taskStore.getState().open !== null) return false;
  taskStore.setState({ open: task, touched: null });
  return true;
}

export function closeTask(): void {
  taskStore.setState({ open: null, touched: null });
}

/** Returns a function that tells whether the current task is still open, as work may end later. */
export function openNow(): () => boolean {
  const { open } = taskStore.getState();
  return () => taskStore.getState().open === open;
}

/** Notes input that would be lost with the dialog. */
export function touchTask(touched: Touched): void {
  taskStore.setState({ touched });
}

/** Notes that no input would be lost. */
export function settleTask(): void {
  taskStore.setState({ touched: null });
}

/** Returns a function that clears the noted input, unless another task is open by then. */
export function settlingTask(): () => void {
  const isOpen = openNow();
  return () => {
    if (isOpen()) settleTask();
  };
}

/** Runs `then`, after a confirmation if input would be lost. */
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
