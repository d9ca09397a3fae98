import { closeTask, openTask, taskStore } from './tasks.ts';
import type { TaskOf } from './tasks.ts';

/** Milliseconds; shorter work shows no dialog. */
const SOON = 500;

/** Runs a step of an undo; after 500 ms a dialog shows its progress and may stop it. */
export async function showLong<T>(
  step: TaskOf<'undo'>['step'],
  work: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => openTask({ id: 'undo', step }), SOON);
  try {
    return await work();
  } finally {
    clearTimeout(timer);
    if (taskStore.getState().open?.id === 'undo') closeTask();
  }
}
