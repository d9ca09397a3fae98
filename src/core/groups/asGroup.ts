import type { GroupLabel } from '#contract/plans/groups.ts';
import { transact } from '../store/database.ts';
import { showRows, tellQueue } from '../store/view.ts';
import type { Shown } from '../store/view.ts';
import type { Workspace } from '../workspace.ts';
import { GroupStore } from './groupStore.ts';

/**
 * Runs work that queues changes as one group that can be taken back: all of it is on disk or none, and
 * the rows follow. A group that changed nothing is forgotten. `named` gives the label that only the
 * finished work can tell, `shown` how the one record looks that was changed, where that is known.
 */
export function asGroup<T>(
  ws: Workspace,
  label: GroupLabel,
  work: (group: string) => T,
  {
    named = () => label,
    shown = () => null,
  }: {
    readonly named?: (result: T, groups: GroupStore, group: string) => GroupLabel;
    readonly shown?: (result: T) => Shown | null;
  } = {},
): { readonly group: string; readonly result: T } {
  const groups = new GroupStore(ws.work);
  const group = ws.platform.random.id();
  const result = transact(ws.work, () => {
    const createdAt = ws.platform.clock.now();
    groups.insert({ id: group, label, state: 'queued', plan: null, undoes: null, createdAt });
    const done = work(group);
    groups.finish(group, named(done, groups, group));
    return done;
  });
  showRows(ws, shown(result));
  tellSoon(ws);
  return { group, result };
}

const owing = new WeakSet<Workspace>();

/**
 * Says how many changes wait, and that Undo has another name, behind the answer to whoever made a change and
 * once for all of a turn: to count takes the longer the more there are, and nobody works on with the number.
 */
function tellSoon(ws: Workspace): void {
  if (owing.has(ws)) return;
  owing.add(ws);
  setImmediate(() => {
    owing.delete(ws);
    if (!ws.work.open) return;
    try {
      tellQueue(ws);
      ws.emit('groups.changed', {});
    } catch (error) {
      // It is counted again with the next change.
      ws.platform.log('warn', `What waits could not be counted: ${String(error)}`);
    }
  });
}
