import { AppError, why } from '#contract/errors.ts';
import type { Input } from '#contract/procedures.ts';
import { ofOtherService } from '../store/batchesOfService.ts';
import type { BatchStore, StoredBatch } from '../store/batchStore.ts';

/** Returns the batches to undo, with all of the same user action; throws when there is none. */
export function undoableGroups(
  store: BatchStore,
  { group, groups }: Input<'undo.plan'>,
): readonly StoredBatch[] {
  if (groups !== undefined) return stillQueued(store, groups);
  const { id } = undoableGroup(store, group);
  return stillQueued(store, store.bundleOf(id));
}

/** Returns the named batch, or the newest one. */
function undoableGroup(groups: BatchStore, id: string | undefined): StoredBatch {
  const group = id === undefined ? groups.newest() : groups.get(id);
  if (group === null)
    throw nothingToUndo(id === undefined ? 'There is nothing to undo.' : `No group ${id}.`);
  requireQueued(group.state);
  if (!groups.isOfService(group.id)) throw ofOtherService();
  return group;
}

/** Returns the batches that are not undone yet. */
function stillQueued(groups: BatchStore, ids: readonly string[]): readonly StoredBatch[] {
  const found = [...new Set(ids)].flatMap((id) => groups.get(id) ?? []);
  const queued = found.filter(({ state }) => state === 'queued');
  const here = queued.filter(({ id }) => groups.isOfService(id));
  const [first = null] = found;
  if (here.length > 0) return here;
  if (queued.length > 0) throw ofOtherService();
  if (first === null) throw nothingToUndo(`None of ${ids.length} groups is here.`);
  requireQueued(first.state);
  return [];
}

/**
 * Throws when one of the batches was undone already.
 *
 * Two previews of one undo would each recreate the removed records.
 */
export function requireNotTakenBack(groups: BatchStore, ids: readonly string[]): void {
  const begun = new Set(groups.queueing().flatMap(({ undoes }) => undoes));
  for (const id of ids) {
    requireQueued(begun.has(id) ? 'undone' : (groups.get(id)?.state ?? 'queued'));
    if (groups.get(id) !== null && !groups.isOfService(id)) throw ofOtherService();
  }
}

function nothingToUndo(text: string): AppError {
  return new AppError('not-found', text, { why: why('nothing-to-undo') });
}

function requireQueued(state: StoredBatch['state']): void {
  if (state === 'queued') return;
  throw new AppError('state', `This group is ${state}; only one that is queued can be undone.`, {
    why: why('group-not-queued'),
  });
}
