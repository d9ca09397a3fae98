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
import { rememberBundle, undoBundle } from '../../../fields/undo/undo.ts';

interface State {
  /** What the last run was about. */
  readonly kind: Kind | null;
  readonly running: Removing | null;
  readonly stopping: boolean;
  /** What the last run could not queue, each by its error. */
  readonly refused: readonly AppError[];
}

export const removingStore = create<State>(() => ({
  kind: null,
  running: null,
  stopping: false,
  refused: [],
}));

/** Stops queuing further removals; those queued stay queued and can be undone. */
export function stopRemoving(): void {
  removingStore.setState({ stopping: true });
}

/** Forgets what could not be queued. */
export function forgetRemovalError(): void {
  removingStore.setState({ refused: [] });
}

/** Asks, then queues the removal of records; `name` is what one of them is called. */
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
  const { groups, done, refused, left } = await removeAll(kind, ids, (running) => {
    removingStore.setState({ running });
    return !removingStore.getState().stopping;
  });
  refuse(refused);
  if (done === 0) return;
  // What is still to be done stays selected: a person sees which it is, and can try again.
  const still = new Set(left);
  const gone = new Set(ids.filter((id) => !still.has(id)));
  setSelection(kind, without(listOf(kind).selection, gone));
  const label = i18next.t('records.remove.queued', { count: done });
  rememberBundle(groups);
  toast(label, groups.length === 0 ? null : () => void undoBundle(groups));
}

function refuse(refused: readonly AppError[]): void {
  removingStore.setState({ refused });
  const [first] = refused;
  // The list tells it; beside the lists of other screens nothing would.
  if (first !== undefined && viewStore.getState().screen !== 'records') tellError(first);
}
