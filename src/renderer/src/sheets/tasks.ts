import { create } from 'zustand';
import type { Plan, Selection } from '#contract/plans/plan.ts';
import type { Query } from '#contract/procedures.ts';
import type { Kind } from '#contract/resources/resource.ts';

/** Work with many records at once; each has its own dialog, and one is open at a time. */
export type Task =
  | { readonly id: 'import'; readonly kind: Kind; readonly files: readonly File[] }
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
  | { readonly id: 'plan'; readonly plan: Plan };

/** The open task of one sort. */
export type TaskOf<Id extends Task['id']> = Extract<Task, { readonly id: Id }>;

interface TaskState {
  readonly open: Task | null;
}

export const taskStore = create<TaskState>(() => ({ open: null }));

/** Opens the dialog of a task; false when another one is open and stays so. */
export function openTask(task: Task): boolean {
  if (taskStore.getState().open !== null) return false;
  taskStore.setState({ open: task });
  return true;
}

/** Closes the dialog of the open task. */
export function closeTask(): void {
  taskStore.setState({ open: null });
}
