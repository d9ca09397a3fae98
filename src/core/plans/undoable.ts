import { AppError, why } from '#contract/errors.ts';
import type { GroupStore, StoredGroup } from '../groups/groupStore.ts';

/** The group that an undo is asked for, by its id or the newest; throws where there is none to take back. */
export function undoableGroup(groups: GroupStore, id: string | undefined): StoredGroup {
  const group = id === undefined ? groups.newest() : groups.get(id);
  if (group === null)
    throw new AppError(
      'not-found',
      id === undefined ? 'There is nothing to undo.' : `No group ${id}.`,
      { why: why('nothing-to-undo') },
    );
  requireQueued(group.state);
  return group;
}

/** Two previews of one undo would each make anew what was removed: the second one is too late. */
export function requireNotTakenBack(groups: GroupStore, id: string): void {
  const isBegun = groups.queueing().some(({ undoes }) => undoes === id);
  requireQueued(isBegun ? 'undone' : (groups.get(id)?.state ?? 'queued'));
}

function requireQueued(state: StoredGroup['state']): void {
  if (state === 'queued') return;
  throw new AppError('state', `This group is ${state}; only one that is queued can be undone.`, {
    why: why('group-not-queued'),
  });
}
