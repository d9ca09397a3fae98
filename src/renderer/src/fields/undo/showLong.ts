import { closeTask, openTask, taskStore } from './tasks.ts';
import type { TaskOf } from './tasks.ts';

/** What is over sooner needs no dialog. */
const SOON = 500;

/** Runs a piece of an undo; once it takes long, a dialog shows how far it is and, while it can be, stops it. */
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
