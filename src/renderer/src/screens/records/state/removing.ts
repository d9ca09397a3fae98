import i18next from 'i18next';
import { create } from 'zustand';
import { asAppError } from '#contract/errors.ts';
import type { AppError } from '#contract/errors.ts';
import type { Kind } from '#contract/resources/resource.ts';
import { confirmDeletion } from '../../../state/dialogs.ts';
import { toast } from '../../../state/toasts.ts';
import { viewStore } from '../../../state/view.ts';
import { tellError } from '../../../ui/tellError.ts';
import { without } from '../../../fields/model/selection.ts';
import { listOf, setSelection } from './listStore.ts';
import { removeAll } from './selecting.ts';
import type { Removing } from './selecting.ts';
import { openTask } from '../../../fields/undo/tasks.ts';
import { undoGroup } from '../../../fields/undo/undo.ts';

interface State {
  /** The kind of the last run. */
  readonly kind: Kind | null;
  readonly running: Removing | null;
  readonly stopping: boolean;
  /** The errors of the records that the last run could not queue. */
  readonly refused: readonly AppError[];
}

export const removingStore = create<State>(() => ({
  kind: null,
  running: null,
  stopping: false,
  refused: [],
}));

/** Stops queueing further deletions; queued ones stay and can be undone. */
export function stopRemoving(): void {
  removingStore.setState({ stopping: true });
}

/** Clears the errors of the last run. */
export function forgetRemovalError(): void {
  removingStore.setState({ refused: [] });
}

/** Asks, then queues the deletion of records; `name` is the name of a single record. */
export async function askToRemove(kind: Kind, ids: readonly string[], name: string): Promise<void> {
  if (ids.length === 0 || removingStore.getState().running !== null) return;
  const answer = await confirmDeletion({ kind, ids, name });
  const [ref] = ids;
  if (answer === 'replace' && ref !== undefined) openTask({ id: 'references', kind, ref, name });
  if (answer !== 'delete') return;
  const running = { done: 0, total: ids.length };
  removingStore.setState({ kind, running, stopping: false, refused: [] });
  try {
    await run(kind, ids);
  } catch (thrown) {
    refuse([asAppError(thrown)]);
  } finally {
    removingStore.setState({ running: null, stopping: false });
  }
}

async function run(kind: Kind, ids: readonly string[]): Promise<void> {
  const { group, done, refused, left } = await removeAll(kind, ids, (running) => {
    removingStore.setState({ running });
    return !removingStore.getState().stopping;
  });
  refuse(refused);
  if (done === 0) return;
  // Records not queued stay selected, so that the user sees them and can try again.
  const still = new Set(left);
  const gone = new Set(ids.filter((id) => !still.has(id)));
  setSelection(kind, without(listOf(kind).selection, gone));
  const label = i18next.t('records.remove.queued', { count: done });
  toast(label, group === null ? null : () => void undoGroup(group));
}

function refuse(refused: readonly AppError[]): void {
  removingStore.setState({ refused });
  const [first] = refused;
  // The list shows the error; other screens have no place for it.
  if (first !== undefined && viewStore.getState().screen !== 'records') tellError(first);
}
